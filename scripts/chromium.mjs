// Finds a Chromium; returns undefined if there is none. CHROMIUM names one outside the usual places.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// The headless shell is the same engine without windows and uses a third less CPU time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export function findChromium(env = process.env) {
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = env.CHROMIUM ? [env.CHROMIUM] : [...onPath, ...places];
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
