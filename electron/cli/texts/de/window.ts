// German texts of the commands that open the window, and of the demonstration.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { window as english } from '../en/window.ts'

const desktop = {
  binaryInstalled: 'Electron ist installiert, und es gibt einen Bildschirm',
  binaryMissing: 'das Programm von Electron ist nicht installiert ("npm run desktop" holt es)',
  building: 'Das Desktop-Programm wird gebaut, weil seine Quellen neuer sind …',
  cannotOpen:
    'Das Desktop-Fenster kann nicht geöffnet werden: {why}. "npm start" öffnet stattdessen einen Browser.',
  noDisplay: 'es gibt keinen Bildschirm für ein Desktop-Fenster',
  notBuilt: 'Das Desktop-Programm konnte nicht gebaut werden. {why}',
  notStarted: 'Das Desktop-Programm konnte nicht gestartet werden ({why}).',
  opening: 'Das Desktop-Fenster wird geöffnet: {why}.',
} as const

const electron = {
  askDownload:
    'Das Programm von Electron ist nicht installiert. Electron {version} (etwa 120 MB) jetzt von {source} herunterladen? [j/N] ',
  downloading: 'Electron {version} wird von {source} heruntergeladen …',
  installerEnded: 'das Installationsprogramm endete mit {code}',
  installerEndedBySignal: 'das Installationsprogramm endete durch ein Signal',
  notDownloaded:
    'Das Programm von Electron wurde nicht heruntergeladen; "npm start" öffnet dasselbe Fenster in einem Browser.',
  notDownloadedFrom:
    'Das Programm von Electron konnte nicht von {source} heruntergeladen werden ({why}): Nennen Sie einen Spiegel in ELECTRON_MIRROR oder einen Proxy in HTTPS_PROXY und wiederholen Sie den Befehl; "npm start" öffnet dasselbe Fenster in einem Browser.',
  notInstalled:
    'Das Paket "electron" ist nicht installiert: Führen Sie zuerst "npm ci" aus. "npm start" öffnet dasselbe Fenster in einem Browser.',
} as const

const browser = {
  askedFor: 'so war es gewünscht',
  building: 'Das Fenster wird gebaut, weil seine Quellen neuer sind …',
  built: 'Gebaut in {time}.',
  dataFolder: 'Die Daten liegen in {folder}. Enter gibt eine neue Adresse aus, Strg-C beendet Carryover.',
  notBuilt: 'Das Fenster konnte nicht gebaut werden. {why}',
  opened: 'Carryover ist nach {time} bereit und in Ihrem Browser geöffnet.',
  openYourself:
    'Carryover ist nach {time} bereit. Öffnen Sie diese Adresse innerhalb einer Minute; sie gilt einmal:',
  folderOpen: 'Der Datenordner {folder} ist geöffnet. Für den nächsten Start: --data-dir {folder}',
  serving: 'Das Fenster wird für einen Browser bereitgestellt: {why}.',
  windowShows: 'Das Fenster zeigt, was möglich ist.',
} as const

const demo = {
  goesOn: 'Die Vorführung sieht sich an, was sie angehalten hat, und fährt ohne Bremsen fort.',
  service: 'Der Übungsdienst läuft unter {url}; nichts verlässt diesen Rechner.',
} as const

export const window = { desktop, electron, browser, demo } as const satisfies Translation<typeof english>
