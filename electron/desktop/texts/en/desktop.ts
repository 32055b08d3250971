// English texts of the desktop program: menus, dialogs, notices.

export const desktop = {
  cannotStart: 'Carryover cannot start',
  debugging: 'Carryover does not run with --{name}: it holds keys and other people’s data.',
  menu: {
    file: '&File',
    dataFolder: 'Show the Data Folder',
    close: '{platform, select, darwin {Close Window} other {Close}}',
    quit: '{platform, select, darwin {Quit Carryover} win32 {Exit} other {Quit}}',
    edit: '&Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    view: '&View',
    actualSize: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    fullScreen: 'Toggle Full Screen',
    reload: 'Reload',
    developerTools: 'Toggle Developer Tools',
    window: 'Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring All to Front',
    help: 'Help',
    about: 'About Carryover',
    services: 'Services',
    hide: 'Hide Carryover',
    hideOthers: 'Hide Others',
    showAll: 'Show All',
  },
  files: {
    spreadsheets: 'Spreadsheets',
    catalogues: 'Catalogues (JSON Schema)',
    certificates: 'Certificates and keys',
    projects: 'Project files',
    all: 'All files',
    spreadsheet: { title: 'Load a spreadsheet', button: 'Load' },
    catalogue: { title: 'Load a catalogue', button: 'Load' },
    certificate: { title: 'Choose a certificate or key', button: 'Choose' },
    project: { title: 'Choose a project file', button: 'Choose' },
    folder: { title: 'Save the report’s files in a folder', button: 'Save here' },
  },
  page: {
    notServed: '{method} is not served here; GET is.',
    nothing: 'There is nothing at this address.',
  },
  /** For screen readers, at the mark on the icon. */
  waiting: '{alerts, plural, one {# thing waits for you} other {# things wait for you}}',
  crash: {
    message: 'The window broke down.',
    detail: 'Nothing is lost: the work goes on behind it. Open the window again to see where it stands.',
    again: 'Open again',
    quit: 'Quit',
  },
  quit: {
    question:
      '{sending, plural, one {# account is being created. Finish before Carryover ends?} other {# accounts are being created. Finish before Carryover ends?}}',
    detail:
      'Finishing waits for the service’s answers, usually for seconds, and starts nothing new.{queued, plural, =0 {} one { # account that is queued stays queued for the next start.} other { # accounts that are queued stay queued for the next start.}} What is left is marked unconfirmed: the next start asks the service what became of it before anything is sent again.',
    finish: 'Finish',
    leave: 'Leave unconfirmed',
    goOn: 'Go on working',
    still:
      '{sending, plural, one {Carryover is still finishing: # account is being created.} other {Carryover is still finishing: # accounts are being created.}}',
    stillDetail:
      'What is left is marked unconfirmed: the next start asks the service what became of it before anything is sent again.',
    wait: 'Keep waiting',
    title: 'Carryover is waiting for the service’s answers …',
    notInOrder: 'Carryover did not end in order',
    failed: 'Carryover could not end',
  },
  keyStore: {
    keyInMemory:
      'The key is kept in memory only and must be entered again after a restart, because {why}. It is written nowhere.',
    secretInMemory: {
      proxy_password:
        'The password for the proxy is kept in memory only and must be entered again after a restart, because {why}. It is written nowhere.',
      client_passphrase:
        'The passphrase of the client certificate is kept in memory only and must be entered again after a restart, because {why}. It is written nowhere.',
    },
    /** The end of these sentences. */
    why: {
      none: 'this system offers no safe for keys',
      noKeyring: 'this desktop has no keyring ({found})',
      unused: 'this desktop’s keyring is not in use',
      changed: 'this system’s safe does not give back what it took',
      silent: 'this system’s safe does not answer ({error})',
    },
    unreadable:
      'A kept key cannot be opened by this system’s safe any more. Enter it again at its connection.',
  },
} as const
