// German texts of the commands about the team.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { team as english } from '../en/team.ts'

export const team: Translation<typeof english> = {
  password: 'Passwort der Team-Datenbank (leer: keines): ',
  passphrase: 'Passphrase des Client-Schlüssels (leer: keine): ',
  made: 'Die Tabellen des Teams sind da (Version {version, number}). Jeder Arbeitsplatz tritt nun mit „carryover team join“ bei.',
  joined: 'Dieser Datenordner gehört zum Team, als {name}.',
  none: 'Dieser Datenordner gehört zu keinem Team.',
  member: 'Mitglied {name} von {address}',
  ready: 'Verbunden: Jedes Konto wird beansprucht, bevor es angelegt wird.',
  connecting: 'Die Datenbank des Teams hat noch nicht geantwortet.',
  pause:
    'Für alle angehalten: {service}{hasSupplier, select, yes { ({supplier})} other {}}, von {member} seit {at, date, medium}, {at, time, short}{hasReason, select, yes {: {reason}} other {}}',
  waiting:
    'Gewartet wird auf: {member} ({machine}), zuletzt da {at, date, medium}, {at, time, short}. Ohne ihn weitermachen: {command}',
  withOthers:
    '{accounts, plural, one {# Konto dieses Datenordners ist} other {# Konten dieses Datenordners sind}} bei anderen Mitgliedern.',
  left: 'Dieser Datenordner gehört nicht mehr zum Team. Was er beansprucht hat, bleibt beansprucht.',
  leftUnsaid:
    'Dieser Datenordner gehört nicht mehr zum Team; die Datenbank des Teams war aber nicht erreichbar, sodass die anderen es noch nicht wissen. Warten sie auf diesen Arbeitsplatz, nimmt ihn einer von ihnen heraus: {command}',
  paused: '{service}{hasSupplier, select, yes { ({supplier})} other {}} ist für alle angehalten.',
  resumed: 'Die Pause für alle von {service}{hasSupplier, select, yes { ({supplier})} other {}} ist beendet.',
  quiet:
    'Ruhezeiten für alle: {service}, {hours} ({zone}){isNow, select, yes {, jetzt in Kraft} other {}}, von {member} seit {at, date, medium}, {at, time, short}',
  quietSet: 'Kein Arbeitsplatz legt in diesen Zeiten Konten bei {service} an: {hours} ({zone}).',
  quietEnded: 'Für {service} gibt es keine Ruhezeiten für alle mehr.',
  whichConnection: 'Nennen Sie die Verbindung mit --connection.',
  total:
    '{created, number} von {accounts, number} angelegt, {desktops, plural, one {# Arbeitsplatz} other {# Arbeitsplätze}}{hasLeft, select, yes {, {left}} other {}}',
  pace: '{perMinute, number} angelegt pro Minute',
  target:
    'Zielliste {id}{hasName, select, yes { {name}} other {}}, {service}{hasSupplier, select, yes { ({supplier})} other {}}: {keys, number} Schlüssel, {created, number} angelegt, {found, number} schon da, {open, number} offen, {rest, number} noch nicht beansprucht; geladen von {member}, {at, date, medium}, {at, time, short}',
  day: '{at, date, medium}: {created, number} angelegt',
  noTarget: 'Das Team hat keine Zielliste.',
  whichTarget: 'Nennen Sie die Zielliste mit ihrer Nummer: „carryover team target show“ gibt sie aus.',
  targetReading: 'Liest die Zielliste',
  targetKeys: '{keys, number} Schlüssel',
  targetLoaded:
    'Die Zielliste ist geladen: {keys, number} Schlüssel{hasColumn, select, yes { aus der Spalte „{column}“} other {}}{repeated, plural, =0 {} other {, # mehrfach}}{empty, plural, =0 {} one {, # Zeile ohne} other {, # Zeilen ohne}}.',
  removeTargetQuestion:
    'Die Zielliste mit {keys, number} Schlüsseln, die {member} geladen hat, für alle entfernen? An den Konten ändert sich nichts. Geben Sie ja ein:',
  targetRemoved: 'Das Team hat diese Zielliste nicht mehr.',
  desktop:
    '{member} ({machine}){isThis, select, yes {, dieser Arbeitsplatz} other {}}: {isThere, select, yes {jetzt da} other {zuletzt da {at, date, medium}, {at, time, short}}}, {id}',
  batch:
    '{name}, {member}, {service}: {accounts, plural, one {# Konto} other {# Konten}}, {created, number} angelegt, {withOthers, number} bei anderen Mitgliedern, {needsPerson, plural, one {# braucht} other {# brauchen}} jemanden{isSending, select, yes {, {perMinute, number} angelegt pro Minute} other {}}, Stand {at, time, medium}',
  batchRemoved:
    '{name}, {member}, {service}: {created, number} angelegt; auf seinem Arbeitsplatz entfernt am {at, date, medium}, {at, time, short}',
  newestBatches:
    'Das sind die {shown, number} Stapel, von denen zuletzt gehört wurde, von {batches, number}. Die Summen sind die von allen.',
  noBatches: 'Noch hat kein Stapel des Teams Konten beansprucht.',
  noCopies: 'In der Datenbank des Teams liegt keine Kopie eines Stapels.',
  copy: '{name}, {member} ({machine}): {accounts, plural, one {# Konto} other {# Konten}}, kopiert {at, date, medium}, {at, time, short}, {encrypted, select, yes {verschlüsselt} other {für jedes Mitglied lesbar}}, {state, select, handed_over {übergeben} silent {sein Arbeitsplatz antwortet nicht} unfinished {von diesem Arbeitsplatz übernommen und noch nicht geöffnet} own {von diesem Arbeitsplatz} there {sein Arbeitsplatz ist da} other {jemand arbeitet damit weiter}}, {id}',
  copiesToRemove:
    'Kopien von {batches, plural, one {# Stapel} other {# Stapeln}} sollen entfernt werden. Das geschieht, wenn die Datenbank des Teams antwortet.',
  handedOver:
    'Stapel {batch} „{name}“ ({accounts, plural, one {# Konto} other {# Konten}}) wurde über das Team übergeben{encrypted, select, yes {, verschlüsselt mit der Passphrase} other {: Jedes Mitglied kann seine Kundendaten lesen}}. Von hier wird nichts von ihm gesendet. Um hier weiterzuarbeiten, solange ihn niemand übernommen hat: „carryover team withdraw {batch}“.',
  noCopy:
    'Es gibt keine Kopie {copy}, oder mehrere heißen so. „carryover team copies“ gibt ihre Kennungen aus.',
  takeOverQuestion:
    '{handedOver, select, yes {{member} ({machine}) hat „{name}“ am {at, date, medium}, {at, time, short} übergeben. Konten, die nicht angelegt sind, werden nachgeschlagen, bevor sie gesendet werden.} other {Der Arbeitsplatz von {member} ({machine}) antwortet nicht. Seine letzte Kopie von „{name}“ entstand am {at, date, medium}, {at, time, short}: Was seither geändert wurde, ist nicht darin. Was jener Arbeitsplatz seither beansprucht oder gesendet hat, wird zuerst nachgeschlagen.}} Dort kann der Stapel von da an nur gelesen werden. Geben Sie ja ein:',
  tookOver: 'Stapel {batch} „{name}“ wurde übernommen. Seine Ansprüche gehören nun diesem Arbeitsplatz.',
  cameBack: 'Stapel {batch} „{name}“ kam zurück und ersetzt Stapel {replaced}.',
  withdrawn: 'Stapel {batch} geht hier weiter.',
  keepWhat:
    'Nennen Sie mit --connection eine Verbindung oder mit --batch einen Stapel. Mit „on“ können auch --every, --readable oder eine Passphrase allein stehen.',
  keeps:
    '{any, select, yes {Kopien liegen in der Datenbank des Teams} other {Sobald eine Verbindung oder ein Stapel genannt ist, liegen Kopien in der Datenbank des Teams}}, höchstens {minutes, plural, one {jede Minute} other {alle # Minuten}} und nach jeder Welle{encrypted, select, yes {, verschlüsselt} other {: Jedes Mitglied kann ihre Kundendaten lesen}}.',
  keepsNoMore: 'Davon werden keine Kopien mehr gehalten, und die vorhandenen werden entfernt.',
  leaveOutQuestion:
    'Auf {member} ({machine}) wartet dann niemand mehr. Tun Sie das nur, wenn er nicht wiederkommt: Was er angelegt hat und nicht melden konnte, wissen die anderen nicht, und es könnte ein zweites Mal angelegt werden. Geben Sie ja ein:',
  leftOut: 'Auf {member} ({machine}) wartet niemand mehr.',
  noDesktop:
    'Das Team hat keinen Arbeitsplatz {id}. „carryover team status“ und „board“ geben die Kennungen aus.',
  needsYes: 'Es wurde nichts getan: Geben Sie ohne Terminal --yes an.',
  nothingDone: 'Es wurde nichts getan.',
  sharedNone: 'Das Team teilt noch nichts.',
  sharedItem:
    '{kind} {key}{name, select, same {} other { ({shownName})}}: {version, select, 0 {noch nicht beim Team} other {Version {version} von {member}, {at, date, medium}, {at, time, short}}}, {state, select, in_step {gleich} changed_here {hier geändert} waits {kommt an} asks {führt woandershin} conflict {beide haben es geändert} absent {hier entfernt} ended {nicht mehr geteilt} other {nicht verstanden}}{hasWhy, select, yes {: {why}} other {}}',
  sharedDone: '{kind} {key} wird geteilt, Version {version, number}.',
  sharedLater: '{kind} {key} geht an das Team, sobald dessen Datenbank antwortet.',
  unsharedDone: '{kind} {key} wird nicht mehr geteilt. Alle behalten, was sie haben.',
  resolvedMine: 'Ihre ist die nächste Version von {kind} {key}.',
  resolvedTheirs: 'Die neueste Version von {kind} {key} wird hier verwendet.',
  resolveHow: 'Geben Sie an, welche Seite bleibt: --mine oder --theirs.',
  roleHowTo:
    'Führen Sie dieses Skript einmal als Eigentümer der Team-Tabellen aus und setzen Sie dann ein Passwort für die Rolle „{role}“. Mitglieder treten mit ihr bei und können an den Tabellen des Teams nichts von sich aus ändern.',
  audit: {
    sound:
      'Das Protokoll des Teams ist, wie es geschrieben wurde: {lines, plural, =0 {es hat keine Zeilen} one {# Zeile} other {# Zeilen}}{lines, plural, =0 {} other {, die letzte versiegelt mit {hash}}}.',
    changed: 'Zeile {seq} des Protokolls des Teams ist nicht, was geschrieben wurde.',
    missing:
      'Im Protokoll des Teams {last, select, same {fehlt Zeile {seq}} other {fehlen die Zeilen {seq} bis {last}}}.',
    moved: 'Zeile {seq} des Protokolls des Teams steht nach einer Zeile, die später geschrieben wurde.',
    cut: 'Das Protokoll des Teams endet nach Zeile {seq}, hatte aber {had, plural, one {# Zeile} other {# Zeilen}}, als dieser Datenordner es zuletzt geprüft hat.',
    added: 'Das Protokoll des Teams hat ab Zeile {seq} Zeilen, die nicht von Carryover geschrieben wurden.',
  },
  difference: '{part}: hier {mine}, dort {theirs}',
  differenceNone: '(nicht da)',
}
