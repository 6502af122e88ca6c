// The internal chat.

export { type Chat, type ChatChannel, createChat } from './chat.ts';
export { enqueueChatMessage, postChatMessageJob } from './jobs.ts';
