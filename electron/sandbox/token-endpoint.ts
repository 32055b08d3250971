// The GraphQL endpoint with its one mutation, obtainPlatformToken (service-spec.md section 5, field-notes.md section 1).
// A refused sign-in is HTTP 200 with `errors` and a null field; a document that cannot run is HTTP 400.
import {
  buildSchema,
  graphqlSync,
  GraphQLError,
  GraphQLScalarType,
  Kind,
  parse,
  type DocumentNode,
  type GraphQLSchema,
  type TypeNode,
} from 'graphql'
import { z } from 'zod'
import type { IssuedToken, Tokens } from './tokens.ts'

const requestBody = z.looseObject({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})
const tokenInput = z.looseObject({
  APIKey: z.string().nullish(),
  organizationSecretKey: z.string().nullish(),
  refreshToken: z.string().nullish(),
})

export type TokenAnswer = { readonly status: 200 | 400; readonly body: unknown; readonly issued: boolean }

const defaultInputName = 'ObtainPlatformTokenInput'

/** @param inputName the input type's name, or null to go by the name that each document uses. */
export function createTokenEndpoint(tokens: Tokens, inputName: () => string | null) {
  const schemas = new Map<string, GraphQLSchema>()
  const schemaFor = (name: string): GraphQLSchema => {
    const known = schemas.get(name)
    if (known !== undefined) return known
    if (schemas.size >= 50) schemas.clear()
    const made = makeSchema(name)
    schemas.set(name, made)
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
    let issued = false
    const result = graphqlSync({
      schema: schemaFor(inputName() ?? usedInputName(document)),
      source: request.data.query,
      operationName: request.data.operationName ?? null,
      variableValues: request.data.variables ?? null,
      rootValue: {
        obtainPlatformToken: ({ input }: { input: unknown }): IssuedToken => {
          const token = signIn(tokens, input)
          issued = true
          return token
        },
      },
    })
    return { status: result.data === undefined ? 400 : 200, issued, body: result }
  }
}

function signIn(tokens: Tokens, input: unknown): IssuedToken {
  const { APIKey, organizationSecretKey, refreshToken } = tokenInput.parse(input)
  const given = [APIKey, organizationSecretKey, refreshToken].filter(
    (value) => value !== null && value !== undefined,
  )
  if (given.length !== 1) {
    throw tokenError(
      'VALIDATION',
      'SANDBOX-INPUT',
      'Give exactly one of APIKey, organizationSecretKey, refreshToken.',
    )
  }
  const key = APIKey ?? organizationSecretKey
  // The sandbox has one secret and takes it under either name.
  if (key !== null && key !== undefined && !tokens.isApiKey(key)) {
    throw tokenError('AUTHORIZATION', 'SANDBOX-KEY', 'The API key is not known.')
  }
  if (refreshToken !== null && refreshToken !== undefined && !tokens.isRefresh(refreshToken)) {
    throw tokenError('AUTHORIZATION', 'SANDBOX-REFRESH', 'The refresh token is not valid or has expired.')
  }
  return tokens.issue()
}

function tokenError(errorType: string, errorCode: string, errorDescription: string): GraphQLError {
  return new GraphQLError(errorDescription, { extensions: { errorType, errorCode, errorDescription } })
}

function refused(message: string): TokenAnswer {
  return { status: 400, issued: false, body: { errors: [{ message }] } }
}

function makeSchema(name: string): GraphQLSchema {
  const schema = buildSchema(`
    scalar GenericScalar
    type Query { sandbox: Boolean }
    type Mutation { obtainPlatformToken(input: ${name}!): ObtainPlatformToken }
    input ${name} { APIKey: String, organizationSecretKey: String, refreshToken: String }
    type ObtainPlatformToken {
      token: String!
      payload: GenericScalar!
      refreshToken: String
      refreshExpiresIn: Int
    }
  `)
  const scalar = schema.getType('GenericScalar')
  if (scalar instanceof GraphQLScalarType) scalar.serialize = (value) => value
  return schema
}

/** The type of the first variable, when it could be the input's; a document without variables does not name it. */
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
