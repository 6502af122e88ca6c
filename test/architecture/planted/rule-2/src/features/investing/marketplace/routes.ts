export function routes(app: object): void {
  const perMinute = 6;
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
  });
  route(app, {
    perMinute,
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
  console.log(0);
  console.log(1);
  console.log(2);
  console.log(3);
  console.log(4);
  console.log(5);
  console.log(6);
  console.log(7);
  console.log(8);
  console.log(9);
  console.log(10);
  console.log(11);
  console.log(12);
  console.log(13);
  console.log(14);
  console.log(15);
  console.log(16);
  console.log(17);
  console.log(18);
  console.log(19);
  console.log(20);
  console.log(21);
  console.log(22);
  console.log(23);
  console.log(24);
  console.log(25);
  console.log(26);
  console.log(27);
  console.log(28);
  console.log(29);
  console.log(30);
  console.log(31);
  console.log(32);
  console.log(33);
  console.log(34);
  console.log(35);
  console.log(36);
  console.log(37);
  console.log(38);
  console.log(39);
  console.log(40);
  console.log(41);
  console.log(42);
  console.log(43);
  console.log(44);
  console.log(45);
  console.log(46);
  console.log(47);
  console.log(48);
  console.log(49);
  console.log(50);
  console.log(51);
  console.log(52);
  console.log(53);
  console.log(54);
  console.log(55);
  console.log(56);
  console.log(57);
  console.log(58);
  console.log(59);
  console.log(60);
  console.log(61);
  console.log(62);
  console.log(63);
  console.log(64);
}

export function handler(app: object): void {
  route(app, {
    handle: () => { // planted
  console.log(0);
  console.log(1);
  console.log(2);
  console.log(3);
  console.log(4);
  console.log(5);
  console.log(6);
  console.log(7);
  console.log(8);
  console.log(9);
  console.log(10);
  console.log(11);
  console.log(12);
  console.log(13);
  console.log(14);
  console.log(15);
  console.log(16);
  console.log(17);
  console.log(18);
  console.log(19);
  console.log(20);
  console.log(21);
  console.log(22);
  console.log(23);
  console.log(24);
  console.log(25);
  console.log(26);
  console.log(27);
  console.log(28);
  console.log(29);
  console.log(30);
  console.log(31);
  console.log(32);
  console.log(33);
  console.log(34);
  console.log(35);
  console.log(36);
  console.log(37);
  console.log(38);
  console.log(39);
  console.log(40);
  console.log(41);
  console.log(42);
  console.log(43);
  console.log(44);
  console.log(45);
  console.log(46);
  console.log(47);
  console.log(48);
  console.log(49);
  console.log(50);
  console.log(51);
  console.log(52);
  console.log(53);
  console.log(54);
  console.log(55);
  console.log(56);
  console.log(57);
  console.log(58);
  console.log(59);
  console.log(60);
  console.log(61);
  console.log(62);
  console.log(63);
  console.log(64);
  console.log(65);
  console.log(66);
  console.log(67);
  console.log(68);
  console.log(69);
    },
  });
}
declare function route(app: object, spec: object): void;
