import { acceptsKey, commonErrors, endpoints, errorBody, errors, newApiKey, type Endpoint } from '@adsite/contract'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { keyPermissions } from '../api-key/offered-scopes.ts'

type Json = Record<string, unknown>

/** Scope in the body of a new API key. */
const scope = newApiKey.entries.scopes.item

/**
 * Converts a schema to OpenAPI 3.1. Checks without a JSON Schema equivalent are omitted; patterns keep their
 * source, because the converter refuses their flags.
 */
function jsonSchema(schema: v.GenericSchema) {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    // The schema is one of the endpoints whose permissions these are, so that it cannot be made from them itself.
    overrideSchema: ({ valibotSchema, jsonSchema: sofar }) => (valibotSchema === scope ? { ...sofar, enum: [...keyPermissions] } : null),
    overrideAction({ valibotAction, jsonSchema: sofar }) {
      if (valibotAction.type !== 'regex' || !('requirement' in valibotAction) || !(valibotAction.requirement instanceof RegExp)) return null
      return { ...sofar, pattern: valibotAction.requirement.source }
    },
  })
  return converted
}

const refusalSchema = { $ref: '#/components/schemas/Refusal' }

function queryParameters(schema: v.GenericSchema | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema)
  return Object.entries(properties).map(([name, of]) => ({ name, in: 'query', required: required.includes(name), schema: of }))
}

function pathParameters(path: string): Json[] {
  const id = { type: 'integer', minimum: 1 }
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    return { name, in: 'path', required: true, schema: /(?:^|_)id$/u.test(name) ? id : { type: 'string' } }
  })
}

function headerParameters(endpoint: Endpoint): Json[] {
  const text = { type: 'string' }
  return [
    ...(endpoint.method === 'GET'
      ? []
      : [
          {
            name: 'X-XSRF-TOKEN',
            in: 'header',
            required: !acceptsKey(endpoint),
            description: 'Required with the cookie of a session; not with an API key',
            schema: text,
          },
        ]),
    ...(endpoint.permission === 'public' || endpoint.permission === 'session.use'
      ? []
      : [
          { name: 'X-Account-Id', in: 'header', description: 'The account that the caller believes to use', schema: text },
          {
            name: 'X-Contract-Version',
            in: 'header',
            description: 'Version of the contract that the caller was built with; refused with page_outdated if it is not served',
            schema: text,
          },
        ]),
    ...(commonErrors(endpoint).includes('in_flight')
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'One key for one intention: a repeated create answers the same',
            schema: text,
          },
        ]
      : []),
  ]
}

function requestBody({ body, upload }: Endpoint): Json {
  if (body) return { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body) } } } }
  if (!upload) return {}
  return { requestBody: { required: true, content: Object.fromEntries(upload.map((type) => [type, {}])) } }
}

function successAnswer({ response, download }: Endpoint): Json {
  if (response) return { description: 'Done', content: { 'application/json': { schema: jsonSchema(response) } } }
  return download ? { description: 'The file', content: Object.fromEntries(download.map((type) => [type, {}])) } : { description: 'Done' }
}

/** Error responses by status; codes that share a status are listed in its description. */
function refusals(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(commonErrors(endpoint), (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      { description: codes.toSorted().join(', '), content: { 'application/json': { schema: refusalSchema } } },
    ]),
  )
}

/** Who may call: the permission, and whether an API key with it will do. In 3.1 a requirement names the scope of any scheme. */
function access(endpoint: Endpoint): Json {
  const { permission, fresh } = endpoint
  if (permission === 'public') return { security: [] }
  if (!acceptsKey(endpoint)) return { security: [{ session: [] }], description: `Permission: ${permission}. Not for API keys.` }
  const condition = fresh ? ' API keys are refused (key_not_allowed) where a session needs a fresh factor (factor_needed).' : ''
  return { security: [{ session: [] }, { key: [permission] }], description: `Permission: ${permission}.${condition}` }
}

function operation(group: string, name: string, endpoint: Endpoint): Json {
  return {
    operationId: `${group}_${name}`,
    tags: [group],
    summary: endpoint.summary,
    ...access(endpoint),
    parameters: [...pathParameters(endpoint.path), ...queryParameters(endpoint.query), ...headerParameters(endpoint)],
    ...requestBody(endpoint),
    responses: { [String(endpoint.success)]: successAnswer(endpoint), ...refusals(endpoint) },
  }
}

/** The OpenAPI 3.1 document of the whole API, generated from the declarations that also bind it. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const [group, calls] of Object.entries(endpoints)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
      const path = (paths[endpoint.path] ??= {})
      path[endpoint.method.toLowerCase()] = operation(group, name, endpoint)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'adsite API',
      version: '1',
      description:
        'Refusals carry a code of a closed list: branch on it, never on the message, which is in the language of Accept-Language.',
    },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'adsite_session', description: 'Over https it is named __Host-adsite_session.' },
        key: { type: 'http', scheme: 'bearer', description: 'An API key (adk_…) that has the scope which the call names.' },
      },
      schemas: { Refusal: jsonSchema(errorBody) },
    },
  }
}
