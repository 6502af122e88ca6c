// The origin of the service, as the browser knows it.

/** On the server no page sends anything through it: what a page reads there is read by the client that it is given. */
export const origin = typeof location === 'undefined' ? 'http://server' : location.origin;
