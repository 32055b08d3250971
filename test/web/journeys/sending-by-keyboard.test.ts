// Tests sending by keyboard alone: release, pause, cancel, a brake's stop and what follows, and the large view of Watch.
import { expect, test } from 'vitest'
import { byKeyboard } from '../hands.ts'
import { agree, release } from '../journey.ts'
import { takePictures } from '../pictures.ts'
import {
  batchOfDuplicates,
  cancelQueued,
  goOn,
  lookFromAfar,
  openStep,
  operatorOf,
  pause,
  quickConnection,
  resume,
  stopOn,
  stopPanel,
} from '../sending-journey.ts'
import { browserUser, harnessOfEachTest } from '../travel.ts'
import { goToStep } from '../user.ts'

const harness = harnessOfEachTest({ sandbox: { operator: true } })
const duplicate = 'reference_already_exists'

test('by keyboard alone: release, pause, cancel, resume after a stop, and the large view', async () => {
  const operator = operatorOf(harness())
  const batch = await batchOfDuplicates(
    harness(),
    await quickConnection(harness(), { name: 'By keyboard' }),
    14,
    [1, 3],
    'K',
  )
  const page = await harness().openPage()
  const user = browserUser(page, byKeyboard(page), (name) => takePictures(page, name))
  await openStep(page, batch, 'submit')
  await agree(user)
  await pause(user)
  await release(user, 1, 9)
  await cancelQueued(user, 9)
  const back = await harness().engine().batches.get({ batch })
  expect([back.states.validated, back.states.queued]).toEqual([14, 0])
  await resume(user)
  await stopOn(user, duplicate)
  await operator.slow(60)
  await release(user, 1)
  await stopPanel(page).waitFor()
  await goToStep(user, 'Watch')
  await lookFromAfar(user, 'Stopped by a brake', 'live-by-keyboard')
  await goToStep(user, 'Submit')
  await goOn(user)
  const after = await harness().reached(
    batch,
    ({ states }) => states.queued + states.sending + states.processing === 0,
  )
  expect([after.outcomes.created, after.outcomes.failed]).toEqual([8, 1])
})
