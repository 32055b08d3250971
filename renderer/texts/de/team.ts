// German texts of the Team page, and of pausing for all.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { team as english } from '../en/team.ts'

export const team: Translation<typeof english> = {
  form: {
    heading: 'Einem Team beitreten',
    intro:
      'Mehrere Arbeitsplätze arbeiten an einer Migration: Eine PostgreSQL-Datenbank teilt jedes Konto einem von ihnen zu, sodass keines zweimal angelegt wird. Ohne Team ändert sich nichts.',
    where: 'Die Datenbank des Teams',
    address: 'Adresse',
    addressHint: 'PostgreSQL 15 oder neuer, etwa postgres://dana@db.example.org/migration',
    addressMissing: 'Geben Sie die Adresse der Team-Datenbank an.',
    password: 'Passwort',
    passwordHint: 'Es liegt im Schlüsselspeicher, nie in der Datenbank oder in einem Protokoll.',
    name: 'Ihr Name im Team',
    nameHint: 'Die anderen sehen ihn bei Ihren Stapeln und Konten.',
    nameMissing: 'Geben Sie einen Namen an, unter dem die anderen Sie kennen.',
    makeTables: 'Tabellen anlegen',
    makeTablesHint:
      'Das tut nur der Erste, in einer leeren Datenbank, oder nach einer Aktualisierung mit einem Benutzer, der sie ändern darf.',
    notATeam:
      'Diese Datenbank hat noch keine Tabellen eines Teams. Sind Sie der Erste, haken Sie „Tabellen anlegen“ an, und treten Sie noch einmal bei.',
    secure: 'Sichere Verbindung',
    secureHint: 'Andere Rechner werden nur mit TLS erreicht, und ihr Zertifikat wird geprüft.',
    caFile: 'Zertifikat der Zertifizierungsstelle',
    caFileHint: 'Wenn Ihre eigene Stelle das des Servers ausgestellt hat. Eine PEM- oder DER-Datei.',
    certificate: 'Client-Zertifikat',
    certificateHint: 'Wenn der Server eines verlangt.',
    clientKey: 'Sein Schlüssel',
    clientKeyHint: 'Wenn er in einer eigenen Datei liegt.',
    passphrase: 'Passphrase des Client-Zertifikats',
    join: 'Beitreten',
    joinAgain: 'Noch einmal beitreten',
  },
  joined: 'Sie sind dem Team als {name} beigetreten.',
  states: {
    connecting: 'Verbindet mit der Datenbank des Teams',
    ready: 'Verbunden: Jedes Konto wird beansprucht, bevor es angelegt wird',
    away: 'Die Datenbank des Teams ist nicht erreichbar',
    comparing: 'Gleicht Aufzeichnungen mit dem Team ab',
    waiting: 'Wartet auf einen anderen Arbeitsplatz',
    left: 'Dieser Arbeitsplatz wurde aus dem Team genommen',
    replaced: 'Derselbe Arbeitsplatz ist anderswo geöffnet',
    read_only: 'Dieses Carryover ist zu alt für das Team',
  },
  todo: {
    connecting: 'Sie müssen nichts tun.',
    away: 'Carryover versucht es von selbst wieder. Fehlt das Passwort oder hat es sich geändert, treten Sie noch einmal bei.',
    comparing: 'Sie müssen nichts tun.',
    waiting:
      'Starten Sie Carryover an jenem Arbeitsplatz. Kommt er nicht wieder, machen Sie ohne ihn weiter.',
    left: 'Treten Sie wieder bei, um Konten anzulegen.',
    replaced: 'Schließen Sie Carryover auf dem anderen Rechner, und starten Sie es hier neu.',
    read_only: 'Installieren Sie die neuere Version.',
  },
  member: 'Sie sind {name} in {address}.',
  joinAgain: 'Noch einmal beitreten…',
  leave: 'Verlassen…',
  leaveTitle: 'Das Team verlassen?',
  leaveWords:
    'Was dieser Arbeitsplatz beansprucht hat, bleibt beansprucht, sodass niemand es ein zweites Mal anlegt. Danach werden Konten dieses Arbeitsplatzes angelegt, ohne das Team zu fragen.',
  leaveAction: 'Team verlassen',
  hasLeft: 'Sie haben das Team verlassen.',
  board: {
    heading: 'Übersicht',
    created: '{created, number} von {accounts, number} angelegt',
    desktops: '{desktops, plural, one {# Arbeitsplatz} other {# Arbeitsplätze}}',
    perMinute: '{perMinute, number} pro Minute',
    needsPerson: '{accounts, plural, one {# braucht Sie} other {# brauchen Sie}}',
    all: 'Alle Stapel',
    away: 'Die Übersicht erscheint, wenn die Datenbank des Teams antwortet.',
    none: 'Noch hat kein Stapel Konten beansprucht',
    noneWords: 'Ein Stapel erscheint hier, sobald eine Welle von ihm freigegeben ist, an jedem Arbeitsplatz.',
    columns: {
      batch: 'Stapel',
      member: 'Mitglied',
      progress: 'Konten',
      perMinute: 'Pro Minute',
      needsPerson: 'Zu prüfen',
      said: 'Stand',
    },
    notSaid: 'noch nichts gemeldet',
    of: '{created, number} von {accounts, number}',
  },
  desktops: {
    heading: 'Arbeitsplätze',
    here: 'Jetzt da',
    last: 'Zuletzt da {ago}',
    own: 'dieser Arbeitsplatz',
    goOn: 'Ohne ihn weitermachen…',
    goOnTitle: 'Ohne den Arbeitsplatz von {member} weitermachen?',
    goOnWords:
      'Auf {machine} wartet dann niemand mehr. Tun Sie das nur, wenn er nicht wiederkommt: Was er angelegt hat und nicht melden konnte, wissen die anderen nicht, und es könnte ein zweites Mal angelegt werden.',
    goOnAction: 'Ohne ihn weitermachen',
    wentOn: 'Auf {machine} wartet niemand mehr.',
  },
  copies: {
    heading: 'Kopien',
    away: 'Die Kopien erscheinen, wenn wieder Konten beansprucht werden.',
    none: 'Keine Kopien',
    noneWords:
      'Ein Stapel ist hier, wenn ihn jemand im Schritt „Bericht“ über das Team übergibt oder Kopien hält, damit andere weiterarbeiten können.',
    size: '{accounts, plural, one {# Konto} other {# Konten}} · {size}',
    encrypted: 'braucht ihre Passphrase',
    readable: 'für jedes Mitglied lesbar',
    copied: 'kopiert',
    states: {
      handed_over: 'Übergeben',
      silent: 'Ihr Arbeitsplatz antwortet nicht',
      unfinished: 'Übernommen, noch nicht geöffnet',
      own: 'Von diesem Arbeitsplatz',
      there: 'Ihr Arbeitsplatz ist da',
      taken: 'Jemand arbeitet damit weiter',
    },
    takeOver: 'Übernehmen…',
    toRemove:
      'Die Kopien von {batches, plural, one {# Stapel, den es hier nicht mehr gibt,} other {# Stapeln, die es hier nicht mehr gibt,}} werden entfernt, wenn die Datenbank des Teams antwortet.',
    dialog: {
      title: '„{name}“ übernehmen?',
      handedOver: '{member} ({machine}) hat ihn {ago} übergeben, am {at}.',
      silent:
        'Der Arbeitsplatz von {member} ({machine}) antwortet nicht. Seine letzte Kopie entstand {ago}, am {at}.',
      notInIt:
        'Was nach dem {at} geändert wurde, ist nicht in der Kopie: Änderungen, Entscheidungen, Wellen und Ergebnisse.',
      lookedUp: 'Konten, die nicht angelegt sind, werden nachgeschlagen, bevor sie gesendet werden.',
      sentSince:
        'Was jener Arbeitsplatz seither beansprucht oder gesendet hat, weiß das Team: Es wird zuerst nachgeschlagen, und nichts wird zweimal gesendet. In der ersten Minute wird nichts gesendet, was er beansprucht hatte.',
      readOnly: 'Auf {machine} kann der Stapel von da an nur gelesen werden.',
      passphraseHint: 'Die, mit der {member} die Kopie verschlüsselt hat.',
      agree: 'Ich arbeite hier mit diesem Stapel weiter',
      agreeLoses: 'Ich arbeite hier mit diesem Stapel weiter, ohne was nicht in der Kopie ist',
      act: 'Übernehmen',
      fetching: 'Die Kopie wird aus der Datenbank des Teams gelesen',
      checking: 'Die Kopie wird geprüft',
    },
    keep: {
      open: 'Kopien halten…',
      title: 'Kopien beim Team halten',
      description:
        'Andere können mit Ihren Stapeln weiterarbeiten, wenn dieser Arbeitsplatz weg ist: Von jedem liegt eine Kopie in der Datenbank des Teams.',
      whoReads:
        'Eine Kopie enthält die Kundendaten des Stapels. Jedes Mitglied des Teams und wer dessen Datenbank betreibt kann sie lesen, wenn sie nicht verschlüsselt ist.',
      whoReadsEncrypted:
        'Eine Kopie enthält die Kundendaten des Stapels. Nur wer die Passphrase kennt, kann sie lesen oder den Stapel übernehmen.',
      ofConnections: 'Stapel dieser Verbindungen',
      minutes: 'Höchstens alle so viele Minuten',
      minutesHint: 'Solange sich ein Stapel ändert, und einmal nach jeder Welle.',
      minutesWrong: 'Eine ganze Zahl von 1 bis 1.440.',
      encrypt: 'Kopien verschlüsseln',
      passphraseHint:
        'Sie liegt im Schlüsselspeicher dieses Arbeitsplatzes. Sagen Sie sie denen, die übernehmen dürfen.',
      passphraseKept: 'Leer: die, die im Schlüsselspeicher liegt.',
      saved: 'Die Kopien werden so gehalten, wie Sie es gesagt haben.',
    },
  },
  waiting: {
    heading: 'Gewartet wird auf',
  },
  pauses: {
    heading: 'Für alle angehalten',
    by: 'von {member}',
    resume: 'Für alle fortsetzen',
    resumed: 'Die Pause für alle ist beendet.',
    noConnection: 'Keine Ihrer Verbindungen führt dorthin: Ein anderes Mitglied beendet sie.',
  },
  pauseForAll: {
    action: 'Für alle anhalten…',
    title: '{name} für alle anhalten?',
    words:
      'Jeder Arbeitsplatz des Teams hört sofort auf, bei diesem Dienst Konten anzulegen, bis jemand fortsetzt. Der Status wird weiter gelesen.',
    reason: 'Warum',
    reasonHint: 'Alle sehen es.',
    confirm: 'Für alle anhalten',
    done: '{name} ist für alle angehalten.',
  },
}
