// English texts of a batch's sending plan: each option, and what a brake would have done so far.
export const plan = {
  heading: 'How it is sent',
  intro: 'Applies to this batch, also while it is being sent and after a restart.',
  saved: 'The plan is changed.',
  undo: 'Undo',
  between: 'Between two waves',
  betweenLabels: { ask: 'Ask me', when_sent: 'Go on when sent', when_done: 'Go on when done' },
  betweenHints: {
    ask: 'The next wave waits until a person releases it.',
    when_sent: 'The next wave follows once every account of this one has been sent.',
    when_done: 'The next wave follows once nothing of this one is on its way.',
  },
  betweenProduction: 'On production, waves that follow automatically are not confirmed by typing.',
  brakes: 'Brakes',
  brakesIntro:
    'A brake stops the batch automatically until somebody presses Go on. Nothing on its way is lost.',
  none: 'No brake is on: nothing stops a wave automatically.',
  errorRate: 'Too many go wrong',
  errorRateDoes:
    'Stops when {percent, number}% of a wave went wrong, once {atLeast, plural, one {# account has} other {# accounts have}} an answer.',
  percent: 'Per cent that went wrong',
  atLeast: 'Answers before it counts',
  sameCode: 'The same code in a row',
  sameCodeDoes: 'Stops when the same code comes {times, number} times in a row.',
  times: 'Times in a row',
  stopCodes: 'A code that always stops',
  stopCodesDoes: 'Stops at the first account that gets one of these codes.',
  stopCodesField: 'Codes, with commas between',
  stopCodesExample: 'reference_already_exists, account_creation_failed',
  forAll: 'For all',
  forAllDoes:
    'When a brake trips, every desktop of the team stops creating accounts at this service until somebody resumes for all.',
  forAllDoesSupplier:
    'When a brake trips, every desktop of the team stops creating accounts of {supplier} at this service until somebody resumes for all.',
  off: 'Off.',
  effects: {
    errorRate: {
      nothing_yet: 'No account has an answer yet.',
      too_few:
        'So far at most {answered, plural, one {# account of a wave has} other {# accounts of a wave have}} an answer: too few for it.',
      stops: 'It would have stopped wave {wave, number}: {wrong, number} of {answered, number} went wrong.',
      nothingWrong: 'It would have stopped no wave: nothing went wrong.',
      lets_pass:
        'It would have stopped no wave: in wave {wave, number}, the worst, {wrong, number} of {answered, number} went wrong.',
    },
    sameCode: {
      nothing_yet: 'No account was refused with a code so far.',
      lets_pass:
        'It would have stopped no wave: {code} came to {accounts, plural, one {# account} other {# accounts}}, more than any other.',
      may_stop:
        'It may have stopped a wave: {code} came to {accounts, plural, one {# account} other {# accounts}}, in a row or not.',
    },
    stopCodes: {
      none: 'None of them came so far.',
      stops: 'It would have stopped a wave: {codes}.',
      code: '{code} came to {accounts, plural, one {# account} other {# accounts}}',
    },
  },
  errors: {
    percent: 'A number from 1 to 100.',
    atLeast: 'A whole number, 1 or more.',
    times: 'A whole number, 2 or more.',
  },
  addWave: 'Add a wave',
  addWaveHint: 'Before the rest, ten times as large as the one before it',
  removeWave: 'Remove wave {wave, number} from the plan',
} as const
