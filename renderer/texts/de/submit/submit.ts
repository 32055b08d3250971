// German texts of the Submit step.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { submit as english } from '../../en/submit/submit.ts'

export const submit = {
  empty: {
    title: 'Noch nichts freizugeben',
    notBuilt:
      'Konten können freigegeben werden, sobald die Spalten zugeordnet sind und der Dienst die Konten geprüft hat.',
    toMap: 'Zum Zuordnen',
    noConnection:
      'Dieser Stapel hat noch keine Verbindung zu einem Dienst. Wählen Sie eine bei der Zuordnung.',
  },
  gate: {
    heading: 'Ziel',
    environmentWords: {
      practice: 'Der Übungsdienst auf diesem Rechner. Kein Kunde wird angeschrieben.',
      test: 'Als Testsystem gekennzeichnet. Stimmt das nicht, ändern Sie es zuerst unter Verbindungen.',
      production: 'Hierher gesendete Konten werden für echte Kunden angelegt.',
    },
    connection: 'Verbindung',
    supplier: 'Importlieferant',
    supplierFromFile: 'In der Datei genannt, Konto für Konto',
    supplierDoes: 'Was {code} bei Kunden auslöst:',
    notNoted:
      'Fragen Sie den Betreiber, was {codes, plural, =0 {diese Lieferanten} other {{names}}} bei Kunden {codes, plural, one {auslöst} other {auslösen}}, etwa E-Mails oder Briefe, und notieren Sie es bei der Verbindung.',
    noteIt: 'Notieren',
    otherSuppliers:
      'Dies sind die bei der Verbindung notierten Codes; zu anderen in der Datei ist nichts notiert.',
    toSend: 'Anzulegen',
    toSendMore: {
      nothing: 'Noch nichts geprüft',
      nothingMore: 'Nichts weiter; {released, number} freigegeben',
      noneReleased: '{validated, plural, one {# Konto} other {# Konten}}, noch keines freigegeben',
      more: '{validated, plural, one {# weiteres Konto} other {# weitere Konten}}; {released, number} freigegeben',
    },
    undo: 'Kein Zurück',
    undoWords:
      'Dieser Dienst kann das Anlegen nicht rückgängig machen. Nur was noch in der Warteschlange ist, lässt sich zurückziehen.',
    agree:
      'Ich habe Verbindung und Lieferant geprüft und weiß, dass das Anlegen nicht rückgängig zu machen ist.',
    agreeHint: 'Wird für diesen Stapel einmal gefragt, solange das Fenster offen ist.',
    agreeProductionHint:
      'Jede Welle, die Sie freigeben, verlangt auch den Code des Lieferanten oder den Namen der Verbindung.',
  },
  notSent: {
    heading: 'In keiner Welle',
    toFix: 'Zu korrigieren: mit Fehlern oder vom Dienst abgelehnt',
    ready: 'Vom Dienst noch nicht geprüft',
    held: 'Von jemandem zurückgehalten',
    excluded: 'Ausgeschlossen: nicht zu übertragen',
    fix: 'Korrigieren',
    validate: 'Prüfen',
    look: 'Ansehen',
    none: 'Jedes Konto ist geprüft oder freigegeben.',
  },
  waves: {
    heading: 'Wellen',
    intro:
      'Sie geben eine Welle nach der anderen frei, wenige Konten zuerst, um zu sehen, was der Dienst damit macht.',
    before:
      '{accounts, plural, one {# Konto wurde} other {# Konten wurden}} freigegeben, bevor Wellen gespeichert wurden.',
    names: { 1: 'Vorab', 2: 'Klein', 3: 'Größer' },
    more: 'Welle {wave, number}',
    rest: 'Der Rest',
    unit: '{accounts, plural, one {Konto} other {Konten}}',
    size: 'Konten in Welle {wave}',
    states: { released: 'Freigegeben', next: 'Nächste', later: 'Später', empty: 'Keine Konten übrig' },
    became: {
      created: '{accounts, number} angelegt',
      other: '{accounts, number} Probelauf',
      wrong: '{accounts, number} schiefgegangen',
      onTheWay: '{accounts, number} unterwegs',
      queued: '{accounts, number} wartend',
    },
    stoppedHere: 'Angehalten',
    allSettled: 'alle erledigt',
    release: '{accounts, plural, one {# Konto} other {# Konten}} freigeben',
    releaseAll: 'Alle {accounts, plural, one {# Konto} other {# Konten}} freigeben',
    agreeFirst: 'Setzen Sie zuerst das Häkchen oben.',
    keyFirst: 'Zuerst wird der Schlüssel der Verbindung gebraucht.',
    stoppedNote:
      'Eine Bremse hat diesen Stapel angehalten: Nichts weiter wird freigegeben, bis jemand fortsetzt.',
    pausedNote: 'Das Senden ist angehalten: Was Sie freigeben, wartet in der Warteschlange.',
    waitNote:
      '{accounts, plural, one {# Konto früherer Wellen ist nicht erledigt. Warten Sie sein Ergebnis ab.} other {# Konten früherer Wellen sind nicht erledigt. Warten Sie ihre Ergebnisse ab.}}',
    follows: {
      when_sent: 'Sie folgt von selbst, wenn die vorige gesendet ist.',
      when_done: 'Sie folgt von selbst, wenn die vorige erledigt ist.',
    },
    failedNote:
      '{accounts, plural, one {# Konto ist fehlgeschlagen oder wurde abgebrochen} other {# Konten sind fehlgeschlagen oder wurden abgebrochen}}. Sehen Sie nach, warum, bevor Sie mehr freigeben.',
    seeWatch: 'Zum Verfolgen',
    planOver:
      'Jedes Konto ist freigegeben: Für eine weitere Welle ist nichts übrig. Größen lassen sich wieder ändern, sobald ein Konto sendebereit ist.',
    allReleased: 'Jedes geprüfte Konto ist freigegeben.',
    onlyHeld:
      '{accounts, plural, one {Übrig ist # zurückgehaltenes Konto. Beenden Sie das Zurückhalten, um es freizugeben.} other {Übrig sind # zurückgehaltene Konten. Beenden Sie das Zurückhalten, um sie freizugeben.}}',
    noneValidated: 'Noch kein Konto ist geprüft. Korrigieren Sie, was falsch ist, dann prüfen Sie.',
    seeFix: 'Zum Korrigieren',
    notYet: '–',
    elsewhere:
      '{released, plural, one {# Konto} other {# Konten}} freigegeben. {elsewhere, plural, one {# Konto} other {# Konten}} ausgelassen: in einem anderen Stapel unterwegs und hier gesperrt, bis das dort abgeschlossen ist.',
  },
  stop: {
    title: 'Eine Bremse hat diesen Stapel angehalten',
    titleWave: 'Eine Bremse hat Welle {wave, number} angehalten',
    accounts: 'Schiefgegangene Konten',
    more: 'und {accounts, plural, one {# weiteres} other {# weitere}}',
    moreAtLeast: 'und mindestens {accounts, plural, one {# weiteres} other {# weitere}}',
    team: 'Was das Team über „{cause}“ weiß',
    fix: 'Schiefgegangenes korrigieren',
    fixCause: '„{cause}“ korrigieren',
    goOn: 'Fortsetzen',
    onGoOn: 'Bei „Fortsetzen“:',
    done: 'Das Anhalten ist aufgehoben; die Bremsen zählen wieder.',
    confirm: 'In der Produktion fortsetzen?',
    confirmBody:
      '{queued, plural, one {# Konto} other {# Konten}} in der Warteschlange. Dieser Dienst kann das Anlegen nicht rückgängig machen.',
  },
  confirm: {
    title: '{accounts, plural, one {# Konto} other {# Konten}} für die Produktion freigeben?',
    body: '{accounts, plural, one {# Konto wird} other {# Konten werden}} unter {supplier} in der PRODUKTION auf {url} angelegt.',
    bodyOfFile:
      '{accounts, plural, one {# Konto wird} other {# Konten werden}} unter den in der Datei genannten Lieferanten in der PRODUKTION auf {url} angelegt.',
    cannot: 'Dieser Dienst kann das Anlegen nicht rückgängig machen.',
    cannotAndEmails:
      'Kunden können E-Mails erhalten, und dieser Dienst kann das Anlegen nicht rückgängig machen.',
    changed: 'Dies ist nicht mehr die nächste Welle.',
    changedWords:
      'Ihre Konten, ihre Nummer oder ihr Ziel haben sich während der Frage geändert. Schließen Sie dies, und sehen Sie sich die Wellen erneut an.',
  },
  now: {
    heading: 'Jetzt',
    pause: 'Senden anhalten',
    resume: 'Senden fortsetzen',
    cancelQueued:
      '{accounts, plural, =0 {Wartende} one {# wartendes Konto} other {# wartende Konten}} zurückziehen',
    onlyFor: 'Nur {supplier} anhalten',
    pauseSupplier: 'Einen Lieferanten anhalten',
    stoppedAlready: 'Eine Bremse hat diesen Stapel schon angehalten: Von ihm wird nichts gesendet.',
  },
  pause: {
    title: 'Das Senden ist angehalten: {reason}',
    titleSupplier: 'Das Senden ist für {supplier} angehalten: {reason}',
    reasons: {
      person: 'jemand hat es angehalten',
      after_crash: 'Carryover wurde unerwartet beendet',
      sign_in: 'der Dienst nimmt den Schlüssel nicht an',
      supplier_closed: 'der Lieferant nimmt keine Konten an',
      supplier_paused:
        'der Plattformbetreiber hat den Lieferanten angehalten; später werden weitere Konten erwartet',
      supplier_complete: 'der Lieferant ist abgeschlossen: keine weiteren Konten werden erwartet',
      odd_answers: 'der Dienst antwortet immer wieder anders als dokumentiert',
      same_refusals: 'der Dienst lehnt ein Konto nach dem anderen auf gleiche Weise ab',
      not_permitted: 'der Dienst erlaubt es nicht',
      not_this_service: 'was antwortet, ist nicht der Datenimport-Dienst',
      fault: 'ein Fehler von Carryover hat es angehalten',
      team: 'jemand aus dem Team hat es für alle angehalten',
    },
    waysOut: {
      person: 'Status werden weiter gelesen. Setzen Sie fort, wenn wieder gesendet werden darf.',
      after_crash: 'Sehen Sie sich an, was unbestätigt ist, dann setzen Sie fort.',
      sign_in: 'Nichts ging verloren. Geben Sie den Schlüssel erneut ein; dann geht das Senden weiter.',
      supplier_closed:
        'Bitten Sie den Plattformbetreiber, den Lieferanten auf Ongoing zu setzen, dann setzen Sie fort.',
      supplier_paused:
        'Warten Sie, bis der Plattformbetreiber den Lieferanten wieder auf Ongoing setzt, dann setzen Sie fort.',
      supplier_complete:
        'Unter diesem Lieferanten wird nichts mehr gesendet. Fragen Sie den Plattformbetreiber, ob die übrigen Konten zu einem anderen gehören.',
      odd_answers: 'Fragen Sie den Plattformbetreiber, was diese Antworten bedeuten, dann setzen Sie fort.',
      same_refusals:
        'Korrigieren Sie die Konten, wenn es an ihnen liegt, oder fragen Sie den Plattformbetreiber, wenn es am Lieferanten liegt; dann setzen Sie fort. Die deshalb abgelehnten Konten werden erneut geprüft.',
      not_permitted: 'Bitten Sie den Plattformbetreiber um die Erlaubnis, dann setzen Sie fort.',
      not_this_service: 'Prüfen Sie die Adressen der Verbindung, dann setzen Sie fort.',
      fault: 'Nichts ist verloren. Setzen Sie fort, und melden Sie es.',
      team: 'Setzen Sie fort, wenn alle weitermachen dürfen: Das beendet die Pause für alle.',
    },
    resume: 'Fortsetzen',
    cancelQueued: 'Wartende von {supplier} zurückziehen',
    cancelled:
      '{accounts, plural, =0 {Nichts von {supplier} war in der Warteschlange} one {# Konto von {supplier} zurückgezogen} other {# Konten von {supplier} zurückgezogen}}',
    giveKey: 'Schlüssel eingeben',
    openConnection: 'Verbindung öffnen',
    notAnswering: 'Der Dienst antwortet nicht',
    notAnsweringWords:
      'Carryover versucht es weiter, immer mit nur einer Anfrage. Nichts ist verloren, und das Senden geht automatisch weiter.',
    noKey: 'Der Schlüssel dieser Verbindung fehlt',
    noKeyWords:
      'Ohne ihn wird nichts geprüft oder gesendet. Er wird einmal eingegeben und nie wieder gezeigt.',
  },
  key: {
    title: 'Schlüssel für {name}',
    words: 'Der API-Schlüssel der Organisation. Er wird einmal eingegeben und nie wieder gezeigt.',
    label: 'API-Schlüssel',
    action: 'Diesen Schlüssel verwenden',
    done: 'Der Schlüssel ist gespeichert, und nichts ist angehalten.',
    doneStillPaused: 'Der Schlüssel ist gespeichert. Das Senden bleibt angehalten.',
    show: 'Eingabe zeigen',
  },
  history: {
    heading: 'Was geschehen ist',
    empty: 'Noch nichts. Freigaben, Pausen und verlorene Antworten stehen hier.',
    openAccount: 'Konto öffnen',
    older: 'Frühere Ereignisse zeigen',
  },
} as const satisfies Translation<typeof english>
