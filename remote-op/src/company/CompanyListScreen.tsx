import { company, companyEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '広告主や代理店のアカウントは企業に属します。まず企業を登録してください。',
  en: 'Accounts of advertisers and agencies belong to a company. Create one first.',
}

export default listScreen({
  resource: company,
  endpoints: companyEndpoints,
  detailRoute: 'company.detail',
  createRoute: 'company.create',
  importRoute: 'company.import',
  emptyHint,
})
