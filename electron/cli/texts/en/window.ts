// English texts of the commands that open the window, and of the demonstration.
const desktop = {
  binaryInstalled: "Electron's binary is installed and there is a display",
  binaryMissing: 'Electron\'s binary is not installed ("npm run desktop" brings it)',
  building: 'Building the desktop program, because its sources are newer than its build …',
  cannotOpen: 'The desktop window cannot be opened: {why}. "npm start" opens a browser instead.',
  noDisplay: 'there is no display for a desktop window',
  notBuilt: 'The desktop program could not be built. {why}',
  notStarted: 'The desktop program could not be started ({why}).',
  opening: 'Opening the desktop window: {why}.',
} as const

const electron = {
  askDownload:
    "Electron''s binary is not installed. Download Electron {version} (about 120 MB) from {source} now? [y/N] ",
  downloading: 'Downloading Electron {version} from {source} …',
  installerEnded: 'the installer ended with {code}',
  installerEndedBySignal: 'the installer ended with a signal',
  notDownloaded: 'Electron\'s binary was not downloaded; "npm start" opens the same window in a browser.',
  notDownloadedFrom:
    'Electron\'\'s binary could not be downloaded from {source} ({why}): name a mirror in ELECTRON_MIRROR or a proxy in HTTPS_PROXY and run the command again; "npm start" opens the same window in a browser.',
  notInstalled:
    'The package "electron" is not installed: run "npm ci" first. "npm start" opens the same window in a browser.',
} as const

const browser = {
  askedFor: 'it was asked for',
  building: 'Building the window, because its sources are newer than its build …',
  built: 'Built in {time}.',
  dataFolder: 'Its data is kept in {folder}. Enter prints a new address, Ctrl-C ends Carryover.',
  notBuilt: 'The window could not be built. {why}',
  opened: 'Carryover is ready in {time} and open in your browser.',
  openYourself: 'Carryover is ready in {time}. Open this address within a minute; it is good once:',
  folderOpen: 'The data folder {folder} is open. For the next start: --data-dir {folder}',
  serving: 'Serving the window for a browser: {why}.',
  windowShows: 'The window shows what can be done.',
} as const

const demo = {
  goesOn: 'The demonstration looks at what stopped it, and goes on without brakes.',
  service: 'The practice service runs at {url}; nothing leaves this machine.',
} as const

export const window = { desktop, electron, browser, demo } as const
