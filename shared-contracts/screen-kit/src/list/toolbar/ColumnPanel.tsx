import { useRole } from '@adsite/auth'
import { columnNames, type AnyResource } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import { Button, Checkbox } from 'antd'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../../element/Icon.tsx'
import { kit } from '../../base/styles.tsx'
import { useKitText } from '../../base/texts.ts'
import { shownColumn } from '../state/columns.ts'
import { shownColumns } from '../state/list-state.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'

interface ColumnPanelProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
}

/**
 * Which columns the list shows, and in which order. Takes effect at once; the export has the same columns.
 * The title leads to the record and stays in front.
 */
export default function ColumnPanel({ resource, list }: ColumnPanelProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const role = useRole()
  const used = useRef<Element | null>(null)
  // Ahead of the address, which follows with the next rendering: a second click counts on the first.
  const [shown, setShown] = useState(list.columns)
  const hidden = role === null ? [] : columnNames(resource, role).filter((name) => !shown.includes(name))

  // An element that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && used.current instanceof HTMLElement) used.current.focus()
  })

  function choose(names: readonly string[]): void {
    used.current = document.activeElement
    setShown(names)
    list.chooseColumns(names)
  }

  function reset(): void {
    setShown(shownColumns(resource, role, new URLSearchParams()))
    list.chooseColumns(null)
  }

  function move(index: number, by: 1 | -1): void {
    choose(shown.toSpliced(index, 1).toSpliced(index + by, 0, shown[index]!))
  }

  return (
    <>
      <ol className={kit.options}>
        {[...shown, ...hidden].map((name, index) => {
          const column = read(shownColumn(resource, name).label)
          const isShown = index < shown.length
          return (
            <li key={name} className={kit.option}>
              <Checkbox
                checked={isShown}
                disabled={index === 0}
                className={kit.grow}
                onChange={() => choose(isShown ? shown.filter((other) => other !== name) : [...shown, name])}
              >
                {column}
              </Checkbox>
              {isShown && index > 0 ? (
                <>
                  <Button
                    type="text"
                    size="small"
                    disabled={index === 1}
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
      <div className={kit.popover_foot}>
        <Button size="small" onClick={reset}>
          {text('columns_reset')}
        </Button>
      </div>
    </>
  )
}
