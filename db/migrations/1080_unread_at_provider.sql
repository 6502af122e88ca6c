-- When the provider was last asked about them and gave no answer that could be read: the job that asks for who waits asks for others first.
alter table customer add column provider_unread_at timestamptz;
alter table spv add column provider_unread_at timestamptz;
-- Of an owner.
alter table onboarding add column provider_unread_at timestamptz;
