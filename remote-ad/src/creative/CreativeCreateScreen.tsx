import { creative, creativeEndpoints } from '@adsite/contract'
import { OwnInputs, ResourceCreate } from '@adsite/screen-kit'
import { creativeInputs } from './own-inputs.ts'

// SPEC section 8: created, with a prompt to register creative material next.
const texts = {
  title: { ja: 'クリエイティブ登録', en: 'New creative' },
  submit: { ja: '登録する', en: 'Create' },
  done: { ja: 'クリエイティブを登録しました。続けて素材を登録してください。', en: 'Creative created. Add its material next.' },
}

export default function CreativeCreateScreen() {
  return (
    <OwnInputs value={creativeInputs}>
      <ResourceCreate
        resource={creative}
        endpoints={creativeEndpoints}
        detailRoute="creative.detail"
        listRoute="creative.list"
        texts={texts}
      />
    </OwnInputs>
  )
}
