import { displayValue, listSeparator, targetRoute, type RecordBase, type RecordColumn } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { Fragment, type ReactNode } from 'react'
import kit from '../base/kit.module.css'
import { StateTag } from '../base/StateTag.tsx'
import { RecordLink } from '../element/RecordLink.tsx'
import { PaceMeter } from '../metric/PaceMeter.tsx'

interface FieldValueProps<T extends RecordBase> {
  readonly field: RecordColumn
  readonly name: keyof T & string
  readonly record: T
}

/** A read-only value of a record: tags for states, links for references and URLs, text otherwise. */
export function FieldValue<T extends RecordBase>({ field, name, record }: FieldValueProps<T>): ReactNode {
  const language = useLanguage()
  const value = displayValue(field, name, record, language)
  switch (value.kind) {
    case 'empty':
      return <span className={kit.muted}>{value.text}</span>
    case 'text':
      return value.text
    case 'link':
      return (
        <a href={value.text} target="_blank" rel="noopener noreferrer">
          {value.text}
        </a>
      )
    case 'tag':
      return <StateTag choice={value.choice} />
    case 'labels':
      return (
        <span className={kit.tags}>
          {value.labels.map((label) => (
            <span key={label.id} className={`${kit.tag} ${kit[label.tone]}`}>
              {label.name}
            </span>
          ))}
        </span>
      )
    case 'meter': {
      const { spent, of, planned, rate, state } = value
      return <PaceMeter spent={spent} of={of} pace={state && { planned, ratio: rate / 100, state }} dense />
    }
    case 'records':
      return (
        <>
          {value.label === null ? null : `${value.label} `}
          {value.records.map((named, index) => (
            <Fragment key={named.id}>
              {index > 0 ? listSeparator(language) : null}
              <RecordLink id={named.id} detailRoute={targetRoute(value.target)} detailParams={undefined}>
                {named.name}
              </RecordLink>
            </Fragment>
          ))}
        </>
      )
  }
}
