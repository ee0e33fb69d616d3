import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import { Button, Checkbox } from 'antd'
import { startTransition, useLayoutEffect, useOptimistic, useRef, type ReactNode } from 'react'
import kit from '../base/kit.module.css'
import { useKitText } from '../base/texts.ts'
import { Icon } from './Icon.tsx'

interface ColumnChoiceProps<Name extends string> {
  /** In display order. */
  readonly shown: readonly Name[]
  readonly offered: readonly Name[]
  /** The default columns. */
  readonly own: readonly Name[]
  /** Number of leading columns that can be neither hidden nor moved. */
  readonly fixed: number
  readonly labelOf: (name: Name) => string
  /** Null: restores the default columns. */
  readonly onChoose: (names: readonly Name[] | null) => void
}

/** Selects and reorders columns. Changes take effect immediately. */
export function ColumnChoice<Name extends string>({
  shown: drawn,
  offered,
  own,
  fixed,
  labelOf,
  onChoose,
}: ColumnChoiceProps<Name>): ReactNode {
  const text = useKitText()
  const used = useRef<Element | null>(null)
  // Ahead of the URL, which updates with the next render, so that a second click builds on the first.
  const [shown, show] = useOptimistic(drawn)
  const hidden = offered.filter((name) => !shown.includes(name))

  // Moving an element in the DOM loses the focus, so it is restored.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && used.current instanceof HTMLElement) used.current.focus()
  })

  function apply(names: readonly Name[], chosen: readonly Name[] | null): void {
    startTransition(() => {
      show(names)
      onChoose(chosen)
    })
  }

  function choose(names: readonly Name[]): void {
    used.current = document.activeElement
    apply(names, names)
  }

  function move(index: number, by: 1 | -1): void {
    choose(shown.toSpliced(index, 1).toSpliced(index + by, 0, ...shown.slice(index, index + 1)))
  }

  return (
    <>
      <ol className={kit.options}>
        {[...shown, ...hidden].map((name, index) => {
          const column = labelOf(name)
          const isShown = index < shown.length
          return (
            <li key={name} className={kit.option}>
              <Checkbox
                checked={isShown}
                // At least one column must remain.
                disabled={index < fixed || (isShown && shown.length === 1)}
                className={kit.grow}
                onChange={() => choose(isShown ? shown.filter((other) => other !== name) : [...shown, name])}
              >
                {column}
              </Checkbox>
              {isShown && index >= fixed ? (
                <>
                  <Button
                    type="text"
                    size="small"
                    disabled={index === fixed}
                    aria-label={text('move_up', { column })}
                    icon={<Icon path={mdiArrowUp} size={16} />}
                    onClick={() => move(index, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    disabled={index === shown.length - 1}
                    aria-label={text('move_down', { column })}
                    icon={<Icon path={mdiArrowDown} size={16} />}
                    onClick={() => move(index, 1)}
                  />
                </>
              ) : null}
            </li>
          )
        })}
      </ol>
      <div className={kit.popoverFoot}>
        <Button size="small" onClick={() => apply(own, null)}>
          {text('columns_reset')}
        </Button>
      </div>
    </>
  )
}
