route(app, { method: 'GET', url: '/health/live' });
route(app, { method: 'GET', url: NAME }); // planted
route(app, specification);
