/**
 * Finds a Chromium on this machine and says how the tests start it.
 *
 * Order: CHROME_PATH, the PATH, the usual application folders, Playwright's own cache. Installing one is the job of
 * `ensure-chromium.mjs`; this file only looks.
 */
import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The suggestions of the address bar are pages of the browser's own, in every window: a second of work for nothing. */
const OFF = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** What Playwright 1.65 turns off itself (its `chromiumSwitches`): of two such lists Chromium takes the last. */
const PLAYWRIGHT_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * No sandbox: the tests run as root in containers. No threads beside a page's own for compiling and collecting: both cores
 * are busy, and so it is done once. The rest keeps the browser from calling home.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--js-flags=--single-threaded',
  `--disable-features=${[...OFF, ...PLAYWRIGHT_OFF]}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** For measuring: as a reader's browser is, whose own threads compile and collect while the page goes on. */
export const measuredArgs = chromiumArgs.filter((arg) => !arg.startsWith('--js-flags'));

/** The headless shell first: the same pages without a browser's windows around them, for three quarters of the work. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const applications = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .filter((name) => process.env[name])
    .map((name) => path.join(process.env[name], 'Google/Chrome/Application/chrome.exe')),
};

function onPath() {
  for (const dir of (process.env.PATH ?? '').split(path.delimiter))
    for (const name of names) {
      const file = path.join(dir, name);
      if (dir && existsSync(file)) return file;
    }
}

const cacheDirs = {
  darwin: 'Library/Caches/ms-playwright',
  win32: 'AppData/Local/ms-playwright',
  linux: '.cache/ms-playwright',
};
const inside = {
  darwin: 'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  win32: 'chrome-win/chrome.exe',
  linux: 'chrome-linux/chrome',
};

function inPlaywrightCache() {
  const dir = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), cacheDirs[process.platform] ?? cacheDirs.linux);
  if (!existsSync(dir)) return;
  const newest = readdirSync(dir)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))[0];
  if (!newest) return;
  const file = path.join(dir, newest, inside[process.platform] ?? inside.linux);
  return existsSync(file) ? file : undefined;
}

/** @returns {string | undefined} the path of a Chromium, if there is one */
export function findChromium() {
  const asked = process.env.CHROME_PATH;
  if (asked) {
    if (existsSync(asked)) return asked;
    throw new Error(`CHROME_PATH is ${asked}, and there is no such file`);
  }
  return onPath() ?? applications[process.platform]?.find((file) => existsSync(file)) ?? inPlaywrightCache();
}
