// A real browser at the pages of a world: pages are used by role and label, as a person would, and what the browser complains about
// fails the test. The browser is CHROME_PATH or the machine's Chromium or Chrome, else the one of @sparticuz/chromium.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, afterEach, before, describe } from 'node:test';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PASSWORD, type Person, signInAdministrator } from './actors.ts';
import { unpackChromium } from './chromium-from-npm.ts';
import { atEndOfProcess } from './process-end.ts';
import { startWorld, type World } from './world.ts';

/** The one without a window first: it takes half the processor time. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
/** No sandbox: containers run as root. Nothing goes out but what the page asks for. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser with an empty profile; throws where none can be. */
export async function startBrowser(): Promise<Browser> {
  const { CHROME_PATH } = process.env;
  const own = CHROME_PATH ?? PLACES.find((place) => existsSync(place));
  if (own !== undefined) return chromium.launch({ executablePath: own, args: ARGUMENTS });
  const { executablePath, env } = await unpackChromium();
  return chromium.launch({ executablePath, args: [...ARGUMENTS, '--no-zygote'], env: { ...process.env, ...env } });
}

let shared: Promise<Browser> | undefined;

/** One for all files of a process, which run one after the other and close their profiles: starting it costs as much as several pages. */
async function browserOfProcess(): Promise<Browser> {
  if (shared !== undefined && (await shared).isConnected()) return shared;
  shared = startBrowser();
  const browser = await shared;
  atEndOfProcess(() => browser.close());
  return browser;
}

/**
 * `hasScript: false` is a browser that runs none. `own` is a profile for this one test, which changes more of it than {@link putBack} puts
 * back: a clock, a script before all others, a passkey.
 */
export type View = { width?: number; height?: number; colorScheme?: 'light' | 'dark'; hasScript?: boolean; own?: boolean };

/** A profile with one page, and what it complained about. */
type Tab = { page: Page; context: BrowserContext; complaints: string[] };

/** What a test of pages works with. */
export type ConsoleBrowser = {
  readonly world: World;
  /** Signed in on every page of `open`. */
  readonly administrator: Person;
  /** Opens a path of the console as the administrator. */
  open(path: string, view?: View): Promise<Page>;
  /** Opens a path as somebody else who is signed in. */
  openAs(person: Person, path: string, view?: View): Promise<Page>;
  /** Opens it as somebody whom nobody knows. */
  openSignedOut(path: string, view?: View): Promise<Page>;
  /** Loads another path in a page that is open, as the same reader: a third of the work of opening one. */
  load(page: Page, path: string): Promise<void>;
  /** Asserts that the accessibility rules of axe find nothing on the page as it stands. */
  assertAccessible(page: Page): Promise<void>;
  /** Asserts that what is pressed is large enough for a finger, and that what scrolls is reached by keyboard (WCAG 2.5.8, 2.1.1). */
  assertReachable(page: Page): Promise<void>;
  /** Asserts that links of one name lead to one place (WCAG 2.4.9); people of one name cannot be distinguished. */
  assertLinksApart(page: Page): Promise<void>;
};

/** `keepPages`: a page stays open for the tests after its own, as opening one costs more than going on. */
type ConsoleOptions = { worker?: boolean; keepPages?: boolean; settings?: Record<string, string> };

/**
 * A suite of page tests with one world and the browser of its process. After each test its pages are put back, and fail it if one logged an
 * error or broke its content policy. Without a browser the suite fails in CI and is skipped elsewhere.
 */
export async function describePages(
  name: string,
  tests: (browser: ConsoleBrowser) => void,
  options: ConsoleOptions = {},
): Promise<void> {
  const started = await browserOfProcess().catch((error: unknown) => String(error).split('\n', 1)[0] ?? 'no browser');
  const isMissing = typeof started === 'string';
  if (isMissing && process.env.CI) throw new Error(`page tests need a browser: ${started}`);
  await describe(name, { skip: isMissing ? `no browser starts here: ${started}` : false }, () => {
    if (!isMissing) tests(consoleOn(started, options));
  });
}

function consoleOn(browser: Browser, { keepPages = false, ...options }: ConsoleOptions): ConsoleBrowser {
  let world: World | undefined;
  let administrator: Person | undefined;
  const opened: (Tab & { view: View })[] = [];
  const free: Tab[] = [];
  before(async () => {
    world = await startWorld(options);
    administrator = await signInAdministrator(world, 'alix@mortar.test');
  });
  afterEach(async () => {
    for (const { context, complaints } of opened) for (const page of context.pages()) complaints.push(...(await shiftsOf(page)));
    const complaints = opened.flatMap((each) => each.complaints.splice(0));
    for (const { view, ...tab } of keepPages ? [] : opened.splice(0)) {
      if (!isShared(view) || tab.page.isClosed()) await tab.context.close();
      else free.push(await putBack(tab, present(world).url));
    }
    assert.deepEqual(complaints, []);
  });
  after(async () => {
    for (const context of browser.contexts()) await context.close();
    await world?.close();
  });
  const present = <T>(value: T | undefined): T => value ?? assert.fail('the world has not started');
  const open = async (path: string, view: View, person?: Person) => {
    const tab = (isShared(view) ? free.pop() : undefined) ?? (await openPage(browser, view));
    opened.push({ ...tab, view });
    const { page, context } = tab;
    await turn(page, view);
    const { url } = present(world);
    if (person) await context.addCookies([...person.client.cookies].map(([name, value]) => ({ name, value, url })));
    await page.goto(url + path);
    await page.locator('main h1').waitFor();
    if (view.hasScript !== false) await takenOver(present(world), page);
    return page;
  };
  const load = async (page: Page, path: string) => {
    opened.find((tab) => tab.page === page)?.complaints.push(...(await shiftsOf(page)));
    await page.goto(present(world).url + path);
    await page.locator('main h1').waitFor();
    await takenOver(present(world), page);
  };
  return {
    get world() {
      return present(world);
    },
    get administrator() {
      return present(administrator);
    },
    open: (path, view = {}) => open(path, view, present(administrator)),
    openAs: (person, path, view = {}) => open(path, view, person),
    openSignedOut: (path, view = {}) => open(path, view),
    load,
    assertAccessible: (page) => assertRules(page, {}),
    assertReachable: (page) => assertRules(page, { runOnly: ['target-size', 'scrollable-region-focusable'] }),
    assertLinksApart,
  };
}

const isShared = ({ own = false, hasScript = true }: View) => hasScript && !own;

/** Of the size and in the colours of the view. */
async function turn(page: Page, { width = 1440, height = 900, colorScheme = 'light' }: View): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
}

/** What tests listen to on their page; the complaints go on being heard. */
const HEARD = ['dialog', 'request', 'response'];

/** As a new profile is, but for the process and the files that it has loaded: those cost two thirds of the opening of a page. */
async function putBack(tab: Tab, url: string): Promise<Tab> {
  const { page, context, complaints } = tab;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of HEARD) page.removeAllListeners(event);
  await page.unrouteAll();
  await context.setOffline(false);
  // What a page keeps is cleared from an address without a script, as one that is left may still write.
  await page.goto(`${url}/health/live`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
  complaints.length = 0;
  return tab;
}

/** The investors' pages stand there before their script takes them over, and a button pressed until then does nothing: Preact marks the root. */
export async function takenOver(world: World, page: Page): Promise<void> {
  const isTakenOver = "!document.getElementById('start') || '__k' in document.getElementById('app')";
  await world.until(async () => Boolean(await page.evaluate(isTakenOver)), 'the page to be taken over by its script');
}

/** A page with its own profile, and what it complains about while it is open. */
export async function openPage(
  browser: Browser,
  { width = 1440, height = 900, colorScheme = 'light', hasScript = true }: View = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    javaScriptEnabled: hasScript,
    locale: 'fr-FR',
    // The console's days and times are those of Paris, wherever its administrator sits.
    timezoneId: 'America/Martinique',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // As long as tests wait for any condition: a busy machine is slow, and not wrong.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A refusal is an answer of the API, which the browser lists as an error; the page shows it.
    const isRefusal = message.text().startsWith('Failed to load resource') && !message.location().url.includes('/console');
    if (message.type() === 'error' && !isRefusal) complaints.push(`console: ${message.text()}`);
  });
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('content policy', event.violatedDirective, event.blockedURI));" +
      "for (const act of ['pointerdown', 'keydown', 'input', 'change']) addEventListener(act, () => { globalThis.hasActed = true }, { capture: true });" +
      'new PerformanceObserver((list) => { for (const { value, sources } of list.getEntries()) ' +
      'if (!globalThis.hasActed) { globalThis.layoutShift = (globalThis.layoutShift ?? 0) + value; ' +
      "(globalThis.movers ??= []).push(...sources.map(({ node }) => (node?.textContent ?? '?').slice(0, 40))); } }).observe({ type: 'layout-shift', buffered: true })",
  );
  return { page, context, complaints };
}

/** Nobody sees less; the field calls 0.1 good. */
const MOST_SHIFT = 0.02;

/** What moved on the page before its user did anything: what moves later answers them, after as long as the service took. */
async function shiftsOf(page: Page): Promise<string[]> {
  const shift = Number(await page.evaluate('globalThis.layoutShift ?? 0'));
  if (shift <= MOST_SHIFT) return [];
  const movers = String(await page.evaluate('globalThis.movers.join(" | ")'));
  return [`layout shift of ${shift.toFixed(3)} on ${page.url()}: ${movers}`];
}

type Finding = { id: string; help: string; nodes: { html: string; failureSummary: string }[] };

/** Asks axe in the page, through the debugger: the content policy of the page allows no script but its own. */
async function askAxe(page: Page, expression: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (asked: string) =>
    (await session.send('Runtime.evaluate', { expression: asked, awaitPromise: true, returnByValue: true })).result.value;
  if ((await evaluate('typeof axe')) === 'undefined') await evaluate(axe.source);
  const answer: unknown = await evaluate(expression);
  await session.detach();
  return answer;
}

async function assertRules(page: Page, rules: { runOnly?: readonly string[] }): Promise<void> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
  // Border: the shape of axe's own report.
  const findings = (await askAxe(page, `axe.run(${options}).then(({ violations }) => violations)`)) as Finding[];
  const violations = findings.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((n) => `  ${n.html}\n  ${n.failureSummary}`).join('\n')}`,
  );
  assert.deepEqual(violations, [], `accessibility of ${page.url()}`);
}

async function assertLinksApart(page: Page): Promise<void> {
  // Border: what the expression makes.
  const links = (await askAxe(page, LINKS)) as { name: string; href: string }[];
  assert.ok(links.length > 0, `no link on ${page.url()}`);
  assert.deepEqual(namedAlike(links), [], `links of one name on ${page.url()}`);
}

/** The links of the page as screen readers say them. */
const LINKS = `(() => {
  axe.setup(document.documentElement);
  try {
    return [...document.querySelectorAll('a[href]')]
      .filter((link) => axe.commons.dom.isVisibleToScreenReaders(link))
      .map((link) => ({ name: axe.commons.text.accessibleText(link), href: String(new URL(link.getAttribute('href'), location.href)) }));
  } finally {
    axe.teardown();
  }
})()`;

/** Names that lead to more than one address (WCAG 2.4.9). */
function namedAlike(links: readonly { name: string; href: string }[]): string[] {
  return [...Map.groupBy(links, ({ name }) => name.trim().toLowerCase())].flatMap(([name, alike]) => {
    const places = [...new Set(alike.map(({ href }) => new URL(href)).map(({ pathname, search }) => pathname + search))];
    return places.length > 1 ? [`"${name}" leads to ${places.join(' and ')}`] : [];
  });
}

/** Fills and sends the form of the console's sign-in. */
export async function giveNameAndPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** Signed out, at a name and with Chromium's own virtual authenticator: browsers make no passkey for an address of numbers. */
export async function openByName(browser: ConsoleBrowser, face: '/console' | '/', path: string, view?: View): Promise<Page> {
  const page = await browser.openSignedOut(face, { ...view, own: true });
  await page.goto(browser.world.url.replace('127.0.0.1', 'localhost') + path);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}
