// Sends a request and reports how much of its body was sent: `fetch` does not, an XMLHttpRequest does.

/** Bytes that have left, of all that the request has. */
export type Sent = { sentBytes: number; allBytes: number };

/** As `fetch(request)`, for a request with a body; rejects as `fetch` does where no answer came. */
export async function sendTelling(request: Request, tell: (sent: Sent) => void): Promise<Response> {
  const body = await request.blob();
  return new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest();
    const stop = () => asked.abort();
    asked.open(request.method, request.url);
    for (const [name, value] of request.headers) asked.setRequestHeader(name, value);
    asked.responseType = 'blob';
    asked.upload.onprogress = ({ loaded, total }) => tell({ sentBytes: loaded, allBytes: total });
    asked.onload = () => resolve(answerOf(asked));
    asked.onerror = () => reject(new TypeError('Failed to fetch'));
    asked.onabort = () => reject(request.signal.reason);
    asked.onloadend = () => request.signal.removeEventListener('abort', stop);
    request.signal.addEventListener('abort', stop);
    asked.send(body);
  });
}

function answerOf(asked: XMLHttpRequest): Response {
  const lines = asked.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  // Border: `responseType` is blob. An answer that may have no body must have none.
  const body = asked.response as Blob;
  return new Response(body.size === 0 ? null : body, { status: asked.status, statusText: asked.statusText, headers });
}
