export function route(app: App, spec: Spec): void {
  app.route({ method: spec.method, url: spec.url });
}
