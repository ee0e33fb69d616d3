import { booleanTexts, idsIn, referenceEndpoint, type Field } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { AutoComplete, Checkbox, Input, Radio, Select } from 'antd'
import { useImperativeHandle, useRef, useState, type ReactNode, type RefCallback } from 'react'
import { ignoreComposingEnter } from '../../base/composing.ts'
import { lazyPart } from '../../on-demand/lazy-part.tsx'
import styles from './input.module.css'
import { useKitText } from '../../base/texts.ts'
import { useClear } from '../../base/use-clear.ts'
import { MomentInput } from '../../moment/MomentInput.tsx'
import { ReferenceSelect } from '../../reference-select/ReferenceSelect.tsx'
import { selectComponents, useSelectParts } from '../../select/use-select-parts.tsx'
import { groupThousands, type FormValue } from '../state/form-values.ts'
import { choicesOf } from '../../base/field-of.ts'

/** Receives what takes the focus: an input of antd, or a handle of one's own. */
export type FocusRef = RefCallback<{ focus: () => void }>

export interface InputProps {
  readonly field: Field
  readonly id: string
  readonly label: string
  readonly value: FormValue
  readonly onChange: (value: FormValue) => void
  readonly onBlur: () => void
  readonly focusRef: FocusRef
  /** Id of the element that labels a group of inputs. */
  readonly labelledBy: string
  readonly described: string | undefined
  readonly invalid: boolean
  /** Shown as suggestions while the user types. */
  readonly suggestions?: readonly string[]
}

/** Up to this many choices of a required field are shown as radio buttons. */
const openChoices = 4

function shared({ field, described, invalid }: InputProps) {
  return {
    'aria-required': field.required,
    'aria-invalid': invalid,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(invalid ? { status: 'error' as const } : {}),
  }
}

const inputModes: Partial<Record<Field['kind'], 'numeric' | 'decimal' | 'url'>> = {
  digits: 'numeric',
  zip: 'numeric',
  integer: 'numeric',
  money: 'decimal',
  rate: 'decimal',
  url: 'url',
}

/** A text input with suggestions; any other text is also accepted. */
function SuggestingInput(props: InputProps & { readonly suggestions: readonly string[] }): ReactNode {
  const { id, value, onChange, onBlur, focusRef, suggestions } = props
  return (
    <AutoComplete
      id={id}
      ref={focusRef}
      value={String(value ?? '')}
      options={suggestions.map((suggestion) => ({ value: suggestion }))}
      showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
      defaultActiveFirstOption={false}
      components={selectComponents}
      onChange={(text?: string) => onChange(text ?? '')}
      onBlur={onBlur}
      onInputKeyDown={ignoreComposingEnter}
      style={{ width: '100%' }}
      {...shared(props)}
    />
  )
}

function TextInput(props: InputProps): ReactNode {
  const { field, id, value, onChange, onBlur, focusRef, suggestions } = props
  if (suggestions) return <SuggestingInput {...props} suggestions={suggestions} />
  const common = { id, value: String(value ?? ''), onBlur, onKeyDown: ignoreComposingEnter, ref: focusRef, ...shared(props) }
  if (field.kind === 'multiline') {
    // autoSize is not used (spec/quality "Headers"): it measures with a style attribute, which the content security policy forbids.
    return <Input.TextArea {...common} rows={4} onChange={(event) => onChange(event.target.value)} />
  }
  const mode = inputModes[field.kind]
  return (
    <Input
      {...common}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      {...(mode ? { inputMode: mode } : {})}
      {...(field.kind === 'rate' ? { suffix: '%' } : {})}
    />
  )
}

/** Shows thousands separators except while the user is typing. */
function MoneyInput(props: InputProps): ReactNode {
  const { id, value, onChange, onBlur, focusRef } = props
  const [typing, setTyping] = useState<string | null>(null)
  return (
    <Input
      id={id}
      ref={focusRef}
      prefix="¥"
      inputMode="decimal"
      autoComplete="off"
      value={typing ?? groupThousands(String(value ?? ''))}
      onKeyDown={ignoreComposingEnter}
      onChange={(event) => {
        setTyping(event.target.value)
        onChange(event.target.value)
      }}
      onBlur={() => {
        setTyping(null)
        onBlur()
      }}
      {...shared(props)}
    />
  )
}

/** Radio buttons; the first one takes the focus. */
function OpenChoiceInput(props: InputProps): ReactNode {
  const { field, id, value, onChange, onBlur, focusRef, labelledBy } = props
  const localize = useLocalize()
  const group = useRef<HTMLDivElement>(null)
  useImperativeHandle(focusRef, () => ({ focus: () => group.current?.querySelector('input')?.focus() }))
  return (
    <Radio.Group
      id={id}
      ref={group}
      aria-labelledby={labelledBy}
      options={choicesOf(field).items.map((item) => ({ value: item.key, label: localize(item.label) }))}
      value={value}
      onChange={({ target }) => onChange(String(target.value))}
      onBlur={onBlur}
      {...shared(props)}
    />
  )
}

function ChoiceInput(props: InputProps): ReactNode {
  const { field, id, value, onChange, onBlur, focusRef } = props
  const text = useKitText()
  const clear = useClear()
  const localize = useLocalize()
  const options = choicesOf(field).items.map((item) => ({ value: item.key, label: localize(item.label) }))
  return (
    <Select
      id={id}
      ref={focusRef}
      value={value}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      {...useSelectParts()}
      allowClear={field.required ? false : clear}
      placeholder={text('unselected')}
      onChange={(key?: FormValue) => onChange(key ?? null)}
      onBlur={onBlur}
      {...shared(props)}
    />
  )
}

/** The checkbox has the full statement beside it, because a lone box under a label would not say what checking it means. */
function BooleanInput(props: InputProps): ReactNode {
  const { field, id, value, onChange, onBlur, focusRef, described, invalid } = props
  const localize = useLocalize()
  return (
    <Checkbox
      id={id}
      ref={focusRef}
      checked={value === true}
      onChange={(event) => onChange(event.target.checked)}
      onBlur={onBlur}
      aria-invalid={invalid}
      {...(described ? { 'aria-describedby': described } : {})}
    >
      <span aria-hidden="true">{localize(field.statement ?? booleanTexts.true)}</span>
    </Checkbox>
  )
}

/** Multiple choices, kept in declaration order. */
function ChoicesInput(props: InputProps): ReactNode {
  const { field, value, onChange, onBlur, focusRef, labelledBy, described } = props
  const localize = useLocalize()
  const group = useRef<HTMLFieldSetElement>(null)
  useImperativeHandle(focusRef, () => ({ focus: () => group.current?.querySelector('input')?.focus() }))
  const { keys, items } = choicesOf(field)
  return (
    <fieldset ref={group} aria-labelledby={labelledBy} {...(described ? { 'aria-describedby': described } : {})} className={styles.bare}>
      <Checkbox.Group
        options={items.map((item) => ({ value: item.key, label: localize(item.label) }))}
        value={Array.isArray(value) ? [...value] : []}
        onChange={(chosen: string[]) => {
          onChange(keys.filter((key) => chosen.includes(key)))
          onBlur()
        }}
      />
    </fieldset>
  )
}

/** Has the height of the editor. */
function EditorWaiting(): ReactNode {
  return <output className={styles.editorWaiting}>{useKitText()('loading')}</output>
}

const HtmlEditor = lazyPart(() => import('../../html/HtmlEditor.tsx'), EditorWaiting)

/** Rich text. */
function HtmlInput(props: InputProps): ReactNode {
  const { field, value, ...others } = props
  return <HtmlEditor {...others} value={String(value ?? '')} required={field.required} />
}

function DayInput(props: InputProps): ReactNode {
  const { field, id, label, value, onChange, onBlur, focusRef } = props
  return (
    <MomentInput
      field={field}
      id={id}
      label={label}
      focusRef={focusRef}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      onBlur={onBlur}
      {...shared(props)}
    />
  )
}

/** One record, or several. */
function ReferenceInput(props: InputProps): ReactNode {
  const { field, id, label, value, onChange, onBlur, focusRef } = props
  const text = useKitText()
  const multiple = field.kind === 'references'
  return (
    <ReferenceSelect
      id={id}
      focusRef={focusRef}
      endpoint={referenceEndpoint(field.chosenFrom ?? field.target)}
      label={label}
      multiple={multiple}
      placeholder={text('unselected')}
      value={typeof value === 'number' ? [value] : idsIn(value)}
      onChange={(ids) => onChange(multiple ? ids : (ids[0] ?? null))}
      onBlur={onBlur}
      {...shared(props)}
    />
  )
}

/** Excludes objects, whose inputs the screens supply. */
const inputs: Readonly<Record<Exclude<Field['kind'], 'object'>, (props: InputProps) => ReactNode>> = {
  text: TextInput,
  multiline: TextInput,
  html: HtmlInput,
  digits: TextInput,
  zip: TextInput,
  url: TextInput,
  integer: TextInput,
  money: MoneyInput,
  rate: TextInput,
  date: DayInput,
  datetime: DayInput,
  boolean: BooleanInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  reference: ReferenceInput,
  references: ReferenceInput,
}

/**
 * Whether the input is not a single native control, so it needs labelling by id rather than by a label element:
 * open choices and the editor.
 */
export function isGroup(field: Field): boolean {
  if (field.kind === 'choices' || field.kind === 'html' || field.kind === 'object') return true
  return field.kind === 'choice' && field.required && choicesOf(field).items.length <= openChoices
}

export function FieldInput(props: InputProps): ReactNode {
  const { kind, label } = props.field
  if (kind === 'object') throw new Error(`No input for "${label.en}": the screen has to give one (OwnInputs)`)
  const Kind = kind === 'choice' && isGroup(props.field) ? OpenChoiceInput : inputs[kind]
  return <Kind {...props} />
}
