import { mediumEndpoints, referenceEndpoint } from '@adsite/contract'
import { ReferenceSelect, type FormValue, type InputProps } from '@adsite/screen-kit'
import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { useRevenueText } from './texts.ts'

interface Chosen {
  readonly group: FormValue
  /** How often the user has chosen another group; a draft that comes back counts for none. */
  readonly times: number
  readonly show: (group: FormValue) => void
  readonly choose: (group: FormValue) => void
}

const ChosenContext = createContext<Chosen>({ group: null, times: 0, show: () => {}, choose: () => {} })

/** Holds together group and medium of a new share, whose inputs stand in it. */
export function GroupAndMedium({ children }: { readonly children: ReactNode }): ReactNode {
  const [group, show] = useState<FormValue>(null)
  const [times, setTimes] = useState(0)
  const chosen = useMemo(() => {
    const choose = (next: FormValue) => {
      show(next)
      setTimes((before) => before + 1)
    }
    return { group, times, show, choose }
  }, [group, times])
  return <ChosenContext value={chosen}>{children}</ChosenContext>
}

function attributesOf({ id, focusRef, label, value, onBlur, described, invalid }: InputProps) {
  return {
    id,
    focusRef,
    label,
    multiple: false,
    value: typeof value === 'number' ? [value] : [],
    onBlur,
    'aria-invalid': invalid,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(invalid ? { status: 'error' as const } : {}),
  }
}

function GroupInput(props: InputProps): ReactNode {
  const { value, onChange } = props
  const text = useRevenueText()
  const { show, choose } = use(ChosenContext)
  useEffect(() => show(value), [show, value])
  function change(ids: readonly number[]): void {
    const chosen = ids[0] ?? null
    onChange(chosen)
    choose(chosen)
  }
  const attributes = attributesOf(props)
  return (
    <ReferenceSelect
      {...attributes}
      endpoint={referenceEndpoint('publisher_group')}
      placeholder={text('unselected')}
      aria-required
      onChange={change}
    />
  )
}

/**
 * The media of the chosen group that a share can be for; searched on the server if they do not all fit. A medium is chosen
 * within a group, so another group takes it back.
 */
function MediumInput(props: InputProps): ReactNode {
  const { value, onChange } = props
  const text = useRevenueText()
  const { group, times } = use(ChosenContext)
  const known = useRef(times)
  const takeBack = useEffectEvent(() => {
    if (value !== null) onChange(null)
  })
  useEffect(() => {
    if (known.current !== times) takeBack()
    known.current = times
  }, [times])
  const query = { publisher_group_id: String(group ?? ''), status: 'ACTIVE,INACTIVE', sort: 'name', limit: '50' }
  return (
    <ReferenceSelect
      {...attributesOf(props)}
      endpoint={mediumEndpoints.select}
      among={{ list: mediumEndpoints.list, query }}
      placeholder={text('whole_group')}
      onChange={(ids) => onChange(ids[0] ?? null)}
    />
  )
}

export const groupAndMediumInputs = { publisher_group_id: GroupInput, medium_id: MediumInput }
