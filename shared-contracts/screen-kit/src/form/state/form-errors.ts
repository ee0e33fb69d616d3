import { createBodySchema, crossFieldErrors, message, updateBodySchema, type AnyResource } from '@adsite/contract'
import type { Resolver } from 'react-hook-form'
import * as v from 'valibot'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import { bodyOf, type FormValues } from './form-values.ts'

/** Coded messages (see `validationText`) by field, in field order. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * Validates form values with the API's own schemas: the create body, or (with a record) the update body plus the
 * rules over several fields on the resulting record.
 */
export function formErrors(resource: AnyResource, record: KitRecord | null, values: Readonly<FormValues>): FieldErrors {
  const body = bodyOf(resource.fields, values)
  const schema: v.GenericSchema = record ? updateBodySchema(resource) : createBodySchema(resource)
  const parsed = v.safeParse(schema, record ? { ...body, version: record.version } : body)
  const faults: Record<string, string> = {}
  for (const issue of parsed.success ? [] : parsed.issues) {
    const name = String(issue.path?.[0]?.key)
    const field = resource.fields[name]
    if (!field) continue
    // An empty required field is reported as missing, whatever its format (spec/texts "Validation messages"). References
    // have their own messages.
    const missing = field.required && body[name] === null && field.kind !== 'reference'
    faults[name] ??= missing ? message('required') : issue.message
  }
  for (const fault of crossFieldErrors(resource, { ...record, ...body }, record)) faults[fault.field] ??= fault.message
  return Object.fromEntries(Object.keys(values).flatMap((name) => (faults[name] === undefined ? [] : [[name, faults[name]]])))
}

/** The same validation as a react-hook-form resolver. */
export function faultsResolver(resource: AnyResource, record: KitRecord | null): Resolver<FormValues> {
  return (values) => {
    const faults = Object.entries(formErrors(resource, record, values))
    if (faults.length === 0) return { values, errors: {} }
    return { values: {}, errors: Object.fromEntries(faults.map(([name, fault]) => [name, { type: 'schema', message: fault }])) }
  }
}
