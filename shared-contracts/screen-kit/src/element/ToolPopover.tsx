import { Button, Popover } from 'antd'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { phone, useMediaQuery } from '../base/use-media-query.ts'
import { Icon } from './Icon.tsx'
import styles from './element.module.css'
import { useKitText } from '../base/texts.ts'

interface ToolPopoverProps {
  readonly label: string
  readonly icon: string
  /** Shows only the icon, where space is limited. */
  readonly compact?: boolean
  /** True while the selected action is running. */
  readonly busy?: boolean
  /** Where the content opens: below, or below and, where the screen is wide enough, aligned with the left edge of the button. */
  readonly placement?: 'bottom' | 'bottomLeft'
  /** Shown on the button instead of the label. */
  readonly shown?: ReactNode
  /** Prefetches the content when the user is about to open it. */
  readonly load: () => unknown
  readonly children: (close: () => void) => ReactNode
}

/** The content of an open popover: takes the focus, and returns it on close. */
function Panel({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section ref={panel} aria-label={label} tabIndex={-1} className={styles.popover}>
      {children}
    </section>
  )
}

/** In place of the content while its code loads. */
export function PanelWaiting(): ReactNode {
  return <span className={styles.popoverWaiting}>{useKitText()('loading')}</span>
}

/**
 * A button with a popover. The content follows the button in the DOM, so that Tab
 * moves into it; Escape returns to the button.
 */
export function ToolPopover({ label, icon, compact, busy, shown, placement = 'bottom', load, children }: ToolPopoverProps): ReactNode {
  const [open, setOpen] = useState(false)
  const [root, setRoot] = useState<HTMLElement | null>(null)
  // Centred, it is shifted to where it fits; aligned with the button it would leave the screen of a phone.
  const placed = useMediaQuery(phone) ? 'bottom' : placement

  function close(): void {
    setOpen(false)
    root?.querySelector('button')?.focus()
  }

  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  })
  useEffect(() => {
    if (!open) return undefined
    document.addEventListener('keydown', escape)
    return () => document.removeEventListener('keydown', escape)
  }, [open])

  return (
    <span ref={setRoot} className={styles.tool}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement={placed}
        classNames={{ root: placed === 'bottom' ? styles.popoverRoom : undefined }}
        destroyOnHidden
        getPopupContainer={(button) => root ?? button}
        content={<Panel label={label}>{open ? children(close) : null}</Panel>}
      >
        <Button
          icon={<Icon path={icon} />}
          loading={busy ?? false}
          aria-expanded={open}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          {...(compact ? { 'aria-label': label, title: label } : {})}
        >
          {compact ? null : <span className={styles.toolText}>{shown ?? label}</span>}
        </Button>
      </Popover>
    </span>
  )
}
