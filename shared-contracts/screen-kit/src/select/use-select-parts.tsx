import { useLocalize } from '@adsite/i18n'
import type { SelectProps } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import styles from './select.module.css'

const none = { ja: '該当するものがありません', en: 'No match' }

/** antd also names an active option where there is none: the one before the first. */
function ListInput({ className, 'aria-activedescendant': active, ...props }: ComponentProps<'input'>): ReactNode {
  return (
    <input
      {...props}
      className={`${className} ${styles.input}`}
      aria-activedescendant={active?.endsWith('_list_-1') ? undefined : active}
    />
  )
}

export const selectComponents = { input: ListInput }

/**
 * Properties of a searchable antd Select: where its list has no options, what is said stands beside the list, because a
 * list may contain nothing but options. `instead`: what is said in place of "no match".
 */
export function useSelectParts(instead?: ReactNode): Pick<SelectProps, 'components' | 'notFoundContent' | 'popupRender'> {
  const localize = useLocalize()
  return {
    components: selectComponents,
    // Renders nothing; without it, a list without options would not open.
    notFoundContent: true,
    popupRender: (list) => (
      <>
        <div className={styles.list}>{list}</div>
        <div className={styles.message} aria-live="polite">
          {instead ?? localize(none)}
        </div>
      </>
    ),
  }
}
