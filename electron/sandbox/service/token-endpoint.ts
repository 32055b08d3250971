// GraphQL endpoint with its one mutation, obtainPlatformToken (service-spec.md section 5). A rejected sign-in is HTTP
// 200 with `errors` and a null field; a document that cannot run is HTTP 400.
import {
  buildSchema,
  graphqlSync,
  GraphQLError,
  GraphQLScalarType,
  Kind,
  parse,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type TypeNode,
} from 'graphql'
import { z } from 'zod'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import type { Switches } from '../switches.ts'
import type { IssuedToken, Tokens } from './tokens.ts'

const requestBody = z.looseObject({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})
const tokenInput = z.record(z.string(), z.string().nullish())

export type TokenAnswer = {
  readonly status: 200 | 400 | 401
  readonly body: unknown
  readonly issued: boolean
}

const defaultInputName = 'ObtainPlatformTokenInput'

type Names = Pick<Switches, 'tokenKeyField' | 'tokenAnswer' | 'tokenField'>

/** Names and forms of the answers are read from the switches at each request. */
export function createTokenEndpoint(tokens: Tokens, switches: () => Switches) {
  const schemas = new Map<string, GraphQLSchema>()
  const schemaFor = (input: string, names: Names): GraphQLSchema => {
    const key = [input, names.tokenKeyField, names.tokenAnswer, names.tokenField].join(' ')
    const known = schemas.get(key)
    if (known !== undefined) return known
    if (schemas.size >= 50) schemas.clear()
    const made = makeSchema(input, names)
    schemas.set(key, made)
    return made
  }

  /** @param json the request's parsed body. */
  return (json: unknown): TokenAnswer => {
    const request = requestBody.safeParse(json)
    if (!request.success) return refused('The body must be a JSON object with the text "query".')
    let document: DocumentNode
    try {
      document = parse(request.data.query)
    } catch (cause) {
      if (cause instanceof GraphQLError)
        return { status: 400, issued: false, body: { errors: [cause.toJSON()] } }
      throw cause
    }
    const reported = switches()
    let issued = false
    const result = graphqlSync({
      schema: schemaFor(reported.tokenInputName ?? usedInputName(document), reported),
      source: request.data.query,
      operationName: request.data.operationName ?? null,
      variableValues: request.data.variables ?? null,
      rootValue: {
        [reported.tokenAnswer]: ({ input }: { input: unknown }): unknown => {
          const { token, payload, ...rest } = signIn(tokens, input, reported.tokenKeyField)
          issued = true
          const { exp, ...others } = payload
          return {
            ...rest,
            [reported.tokenField]: token,
            payload: reported.tokenExpiryGiven ? { ...others, exp } : others,
          }
        },
      },
    })
    if (result.data === undefined) return { status: 400, issued, body: result }
    return result.errors === undefined
      ? { status: 200, issued, body: result }
      : refusedAs(reported.tokenErrors, result)
  }
}

/** A sign-in that ran and was rejected, in the form set by the switch. */
function refusedAs(shape: Switches['tokenErrors'], result: ExecutionResult): TokenAnswer {
  const detail = result.errors?.[0]?.message ?? 'Signing in failed.'
  const plain = { detail, code: 'authentication_failed' }
  switch (shape) {
    case 'graphql_200':
      return { status: 200, issued: false, body: result }
    case 'graphql_400':
      return { status: 400, issued: false, body: result }
    case 'detail_400':
      return { status: 400, issued: false, body: plain }
    case 'detail_401':
      return { status: 401, issued: false, body: plain }
    default:
      return assertNever(shape)
  }
}

function signIn(tokens: Tokens, input: unknown, keyField: string): IssuedToken {
  const { [keyField]: named, organizationSecretKey, refreshToken } = tokenInput.parse(input)
  // Either name may hold the key.
  const secret = keyField === 'organizationSecretKey' ? null : organizationSecretKey
  const refresh = keyField === 'refreshToken' ? null : refreshToken
  const given = [named, secret, refresh].filter((value) => value !== null && value !== undefined)
  if (given.length !== 1) {
    throw tokenError('VALIDATION', 'SANDBOX-INPUT', `Give exactly one of ${inputNames(keyField).join(', ')}.`)
  }
  const key = named ?? secret
  // The sandbox has one secret and accepts it under either name.
  if (key !== null && key !== undefined && !tokens.isApiKey(key)) {
    throw tokenError('AUTHORIZATION', 'SANDBOX-KEY', 'The API key is not known.')
  }
  if (refresh !== null && refresh !== undefined && !tokens.isRefresh(refresh)) {
    throw tokenError('AUTHORIZATION', 'SANDBOX-REFRESH', 'The refresh token is not valid or has expired.')
  }
  return tokens.issue()
}

const inputNames = (keyField: string): string[] => [
  ...new Set([keyField, 'organizationSecretKey', 'refreshToken']),
]

function tokenError(errorType: string, errorCode: string, errorDescription: string): GraphQLError {
  return new GraphQLError(errorDescription, { extensions: { errorType, errorCode, errorDescription } })
}

function refused(message: string): TokenAnswer {
  return { status: 400, issued: false, body: { errors: [{ message }] } }
}

function makeSchema(name: string, { tokenKeyField, tokenAnswer, tokenField }: Names): GraphQLSchema {
  const schema = buildSchema(`
    scalar GenericScalar
    type Query { sandbox: Boolean }
    type Mutation { ${tokenAnswer}(input: ${name}!): ObtainPlatformToken }
    input ${name} { ${inputNames(tokenKeyField)
      .map((one) => `${one}: String`)
      .join(', ')} }
    type ObtainPlatformToken {
      ${tokenField}: String!
      payload: GenericScalar!
      refreshToken: String
      refreshExpiresIn: Int
    }
  `)
  const scalar = schema.getType('GenericScalar')
  if (scalar instanceof GraphQLScalarType) scalar.serialize = (value) => value
  return schema
}

/** Type of the first variable, if it could be the input's; a document without variables does not name it. */
function usedInputName(document: DocumentNode): string {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const [variable] = definition.variableDefinitions ?? []
    const name = variable === undefined ? null : typeName(variable.type)
    if (name !== null && !reserved.has(name) && !name.startsWith('__')) return name
  }
  return defaultInputName
}

const reserved = new Set([
  'String',
  'Int',
  'Float',
  'Boolean',
  'ID',
  'Query',
  'Mutation',
  'GenericScalar',
  'ObtainPlatformToken',
])

function typeName(type: TypeNode): string | null {
  return type.kind === Kind.NAMED_TYPE
    ? type.name.value
    : type.kind === Kind.NON_NULL_TYPE
      ? typeName(type.type)
      : null
}
