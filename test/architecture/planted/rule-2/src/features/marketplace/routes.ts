export function routes(app: object): void {
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
  route(app, {
    method: 'GET',
  });
}

export function mixed(app: object): void { // planted
  const started = Date.now();
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
  route(app, {
    started,
  });
}
declare function route(app: object, spec: object): void;
