import { targetRoute } from '../element/target-route.ts'
import { labelColours, paceStates, type Meter, type RecordBase, type RecordColumn } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { RecordLink } from '../element/RecordLink.tsx'
import { Fragment, type ReactNode } from 'react'
import { idsIn } from '../base/field-of.ts'
import kit from '../base/kit.module.css'
import { PaceMeter } from '../metric/PaceMeter.tsx'
import { emptyText, formatValue, listSeparator } from './format-value.ts'
import { StateTag } from '../base/StateTag.tsx'

interface FieldValueProps<T extends RecordBase> {
  readonly field: RecordColumn
  readonly name: keyof T & string
  readonly record: T
}

/** A pace of a record as bar, number and state, as its page and the dashboard show it. */
function MeterValue({ meter, rate, record }: { meter: Meter; rate: number; record: Readonly<Record<string, unknown>> }): ReactNode {
  const numberOf = (name: string) => Number(record[name])
  const [whole, state] = [numberOf(meter.of), paceStates.keys.find((key) => key === record[meter.state])]
  const pace = state ? { planned: numberOf(meter.planned), ratio: rate / 100, state } : null
  return <PaceMeter spent={(numberOf(meter.share) * whole) / 100} of={whole} pace={pace} dense />
}

/** Names in the colours of their records: of labels, which say what they mean in the list itself. */
function ColouredNames<T extends RecordBase>({ name, record }: Omit<FieldValueProps<T>, 'field'>): ReactNode {
  const toneOf = (id: number) => labelColours.items.find(({ key }) => key === record.colours?.[`${name}.${id}`])?.colour ?? 'neutral'
  return (
    <span className={kit.tags}>
      {idsIn(record[name]).map((id) => (
        <span key={id} className={`${kit.tag} ${kit[toneOf(id)]}`}>
          {record.refs[`${name}.${id}`] ?? `#${id}`}
        </span>
      ))}
    </span>
  )
}

/** A read-only value of a record: tags for states, links for references and URLs, text otherwise. */
export function FieldValue<T extends RecordBase>({ field, name, record }: FieldValueProps<T>): ReactNode {
  const language = useLanguage()
  const value: unknown = record[name]
  const text = formatValue(field, value, language)
  if (text === null) return <span className={kit.muted}>{emptyText(field, language)}</span>
  if (field.kind === 'reference') {
    return (
      <RecordLink id={Number(value)} detailRoute={targetRoute(field.target)} detailParams={undefined}>
        {record.refs[name] ?? text}
      </RecordLink>
    )
  }
  const named = field.refersTo?.(value)
  if (named) {
    return (
      <>
        {named.label[language]}{' '}
        <RecordLink id={named.id} detailRoute={targetRoute(named.target)} detailParams={undefined}>
          {record.refs[name] ?? `#${named.id}`}
        </RecordLink>
      </>
    )
  }
  if (field.meter) return <MeterValue meter={field.meter} rate={Number(value)} record={record} />
  if (field.kind === 'references' && record.colours) return <ColouredNames name={name} record={record} />
  if (field.kind === 'references') {
    return idsIn(value).map((id, index) => (
      <Fragment key={id}>
        {index > 0 ? listSeparator(language) : null}
        <RecordLink id={id} detailRoute={targetRoute(field.target)} detailParams={undefined}>
          {record.refs[`${name}.${id}`] ?? `#${id}`}
        </RecordLink>
      </Fragment>
    ))
  }
  if (field.kind === 'choice') {
    const choice = field.choices?.items.find((item) => item.key === value)
    return choice?.colour ? <StateTag choice={choice} /> : text
  }
  if (field.kind === 'url' && /^https?:\/\//iu.test(text)) {
    return (
      <a href={text} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    )
  }
  return text
}
