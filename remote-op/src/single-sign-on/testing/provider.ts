import { stamps } from '@adsite/screen-kit/testing'

/** A provider as the API answers it. */
export const provider = {
  ...stamps,
  id: 7,
  name: '青葉のEntra ID',
  company_id: 5,
  issuer: 'https://login.example.test',
  client_id: 'adsite',
  groups_claim: 'groups',
  second_factor: false,
  active: true,
  required: false,
  has_secret: true,
  domains: 'aoba.example',
}
