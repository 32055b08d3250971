// HTTP surface of the operator: loopback only, under a path with a secret, off by default, and never part of the v2
// paths. It only exposes the functions of control.ts, faults.ts and ledger.ts.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { processStatuses } from '../../../shared/sending/service.ts'
import type { Control } from '../control.ts'
import { faultRule } from '../faults/fault-rules.ts'
import type { Faults } from '../faults/faults.ts'
import type { Ledger } from '../storage/ledger.ts'
import { supplierStatuses } from '../storage/storage.ts'
import { switches } from '../switches.ts'

export type OperatorParts = { readonly control: Control; readonly faults: Faults; readonly ledger: Ledger }

const whole = z.coerce.number().int().nonnegative()
const supplierChange = z.strictObject({
  status: z.enum(supplierStatuses).optional(),
  dryRun: z.boolean().optional(),
})
const processQuery = z.strictObject({
  supplier: z.string().optional(),
  status: z.enum(processStatuses).optional(),
  afterId: whole.optional(),
  limit: whole.max(1_000).optional(),
})
const ledgerQuery = z.strictObject({ afterSeq: whole.default(0), limit: whole.max(1_000).default(100) })
const clockChange = z.strictObject({ moveMs: z.number().optional(), speed: z.number().positive().optional() })
const restatement = z.strictObject({
  status: z.enum(['PROCESSED', 'ERRORED']),
  identifier: z.string().min(1).optional(),
})
const code = z.object({ code: z.string().min(1) })
const key = z.object({ supplier: z.string(), account: z.string() })
const id = z.object({ id: z.string() })

const missing = { code: 'not_found', message: 'There is no such process, supplier or rule.' }

/** Registers the routes below the scope's prefix. Refusals are `{ code, message }`. */
export async function operatorRoutes(
  app: FastifyInstance,
  { control, faults, ledger }: OperatorParts,
): Promise<void> {
  answerInJson(app)
  app.get('/', () => ({
    suppliers: control.suppliers(),
    clock: clockOf(control),
    switches: control.switches(),
  }))
  supplierRoutes(app, control)
  processRoutes(app, control)
  clockRoutes(app, control)
  switchRoutes(app, control)
  faultRoutes(app, faults)
  ledgerRoutes(app, ledger)
}

function answerInJson(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  )
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof z.ZodError)
      return reply.code(400).send({ code: 'bad_request', message: z.prettifyError(error) })
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    const message = error instanceof Error ? error.message : String(error)
    return reply.code(status).send({ code: status < 500 ? 'bad_request' : 'failed', message })
  })
}

function supplierRoutes(app: FastifyInstance, control: Control): void {
  app.get('/suppliers', () => control.suppliers())
  app.put('/suppliers/:code', (request) => {
    const { status, dryRun } = supplierChange.parse(request.body)
    return control.setSupplier(code.parse(request.params).code, {
      ...(status === undefined ? {} : { status }),
      ...(dryRun === undefined ? {} : { dryRun }),
    })
  })
}

function processRoutes(app: FastifyInstance, control: Control): void {
  app.get('/processes', (request) => control.processes(processQuery.parse(request.query)))
  app.get('/processes/:supplier/:account', (request, reply) => {
    const { supplier, account } = key.parse(request.params)
    return control.process(supplier, account) ?? reply.code(404).send(missing)
  })
  app.post('/processes/:supplier/:account/cancel', (request, reply) => {
    const { supplier, account } = key.parse(request.params)
    const result = control.cancel(supplier, account)
    if (result === 'not_found') return reply.code(404).send(missing)
    if (result === 'not_pending') {
      return reply
        .code(409)
        .send({ code: 'not_pending', message: 'Only a PENDING process can be cancelled.' })
    }
    return control.process(supplier, account)
  })

  app.post('/processes/:supplier/:account/restate', (request, reply) => {
    const { supplier, account } = key.parse(request.params)
    const { status, identifier } = restatement.parse(request.body)
    const result = control.restate(supplier, account, status, identifier)
    if (result === 'not_found') return reply.code(404).send(missing)
    if (result === 'not_finished') {
      return reply
        .code(409)
        .send({ code: 'not_finished', message: 'Only a process that has finished can be restated.' })
    }
    return control.process(supplier, account)
  })
}

function clockOf(control: Control) {
  return {
    now: new Date(control.now()).toISOString(),
    speed: Number.isFinite(control.speed()) ? control.speed() : 'instant',
  }
}

function clockRoutes(app: FastifyInstance, control: Control): void {
  app.get('/clock', () => clockOf(control))
  app.post('/clock', (request) => {
    const { moveMs, speed } = clockChange.parse(request.body)
    if (speed !== undefined) control.setSpeed(speed)
    if (moveMs !== undefined) control.moveClock(moveMs)
    return clockOf(control)
  })
}

function switchRoutes(app: FastifyInstance, control: Control): void {
  app.get('/switches', () => control.switches())
  app.patch('/switches', (request) => {
    // Defaults would reset the switches that were not given.
    const named = z.record(z.string(), z.unknown()).parse(request.body)
    return control.setSwitches(switches.parse({ ...control.switches(), ...named }))
  })
  app.post('/tokens/expire', () => {
    control.expireTokens()
    return {}
  })
}

function faultRoutes(app: FastifyInstance, faults: Faults): void {
  app.get('/faults', () => faults.list())
  app.post('/faults', (request, reply) => {
    const rule = faultRule.parse(request.body)
    if (rule.id !== undefined && faults.list().some((other) => other.id === rule.id)) {
      return reply
        .code(409)
        .send({ code: 'id_taken', message: `There is already a fault rule named "${rule.id}".` })
    }
    return reply.code(201).send({ id: faults.add(rule) })
  })
  app.delete('/faults', () => {
    faults.clear()
    return {}
  })
  app.delete('/faults/:id', (request, reply) =>
    faults.remove(id.parse(request.params).id) ? {} : reply.code(404).send(missing),
  )
}

function ledgerRoutes(app: FastifyInstance, ledger: Ledger): void {
  app.get('/ledger', (request) => {
    const { afterSeq, limit } = ledgerQuery.parse(request.query)
    return ledger
      .entries()
      .filter((entry) => entry.seq > afterSeq)
      .slice(0, limit)
  })
  app.get('/ledger/accepted-creates', () =>
    [...ledger.acceptedCreates()].map(([identity, count]) => ({ identity, count })),
  )
}
