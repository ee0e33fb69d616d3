import { creative, creativeEndpoints } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { OwnInputs, Page, Panel, ResourceCreate } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { creativeInputs } from './own-inputs.ts'
import { useScreenText } from './base/texts.ts'
import { useCreativeDefaults } from './use-creative-defaults.ts'

// With a prompt to register its material next (spec/texts "Success messages").
const texts = {
  title: { ja: 'クリエイティブ登録', en: 'New creative' },
  submit: { ja: '登録する', en: 'Create' },
  done: { ja: 'クリエイティブを登録しました。続けて素材を登録してください。', en: 'Creative created. Add its material next.' },
}

/** The form of a new creative; of a group (`?creative_group_id=3`) with what is known of it filled in. */
export default function CreativeCreateScreen(): ReactNode {
  const t = useScreenText()
  const read = useText()
  const [search] = useSearchParams()
  const given = search.get('creative_group_id') ?? ''
  const { initial, nameFor } = useCreativeDefaults(/^[1-9]\d{0,14}$/u.test(given) ? Number(given) : null)
  if (!initial) {
    return (
      <Page title={read(texts.title)}>
        <Panel title={t('loading')} busy />
      </Page>
    )
  }
  return (
    <OwnInputs value={creativeInputs}>
      <ResourceCreate
        resource={creative}
        endpoints={creativeEndpoints}
        detailRoute="creative.detail"
        listRoute="creative.list"
        initial={initial}
        followed={{ from: ['format_id'], useWanted: ([format]) => ({ name: nameFor(format) }) }}
        texts={texts}
      />
    </OwnInputs>
  )
}
