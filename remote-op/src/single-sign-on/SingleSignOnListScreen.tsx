import { singleSignOn, singleSignOnEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '企業のIDプロバイダー（OpenID Connect）を登録すると、その企業の人は自社のアカウントでログインできます。',
  en: 'Add the identity provider (OpenID Connect) of a company, so that its people sign in with their company account.',
}

export default listScreen({
  resource: singleSignOn,
  endpoints: singleSignOnEndpoints,
  detailRoute: 'single_sign_on.detail',
  createRoute: 'single_sign_on.create',
  emptyHint,
})
