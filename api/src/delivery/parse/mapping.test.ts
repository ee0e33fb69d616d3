import { describe, expect, test } from 'vitest'
import { fillTemplate, mappedColumns, mappingOfHeader, parseMapping, type Mapping } from './mapping.ts'

const required = 'campaign=c,imps=i,gross=g'
const parsed = (text: string) => parseMapping(text) as Mapping

describe('parseMapping', () => {
  test('reads pairs, and puts a value together from columns', () => {
    const mapping = parsed(`day=2020 {month} {day},date_format=YYYY MMMM D,${required}`)
    expect(mapping.dateFormat).toBe('YYYY MMMM D')
    const row: Record<string, string> = { month: 'April', day: '7' }
    expect(fillTemplate(mapping.templates.get('day')!, (column) => row[column]!)).toBe('2020 April 7')
    expect(mappedColumns(mapping)).toEqual(['month', 'day', 'c', 'i', 'g'])
  })

  test('takes a comma inside the name of a column for a part of it', () => {
    expect(mappedColumns(parsed(`day=date, local ,${required}`))).toEqual(['date, local', 'c', 'i', 'g'])
  })

  test('needs no name of the campaign beside our id', () => {
    expect(mappedColumns(parsed('day=d,campaign_id=c,imps=i,gross=g'))).toEqual(['d', 'c', 'i', 'g'])
    expect(mappedColumns(mappingOfHeader(['day', 'campaign_id', 'imps', 'gross'], 'YYYY-MM-DD'))).not.toContain('campaign')
  })

  test('leaves the columns to the header when there are none', () => {
    expect(parseMapping('')).toEqual({ templates: null, dateFormat: 'YYYY-MM-DD' })
    expect(parseMapping('date_format=D.M.YYYY')).toEqual({ templates: null, dateFormat: 'D.M.YYYY' })
  })

  test.for([
    ['impressions=x', 'There is no field "impressions". Fields: Day [day], Advertiser (name) [advertiser]'],
    [`day=d,day=e,${required}`, 'Field "Day [day]" is mapped twice'],
    ['day=d', 'required fields Campaign (name) [campaign], Impressions [imps], Spend [gross]'],
    ['day', 'Cannot read "day"'],
    ['day=', 'Cannot read "day="'],
    [`day={a {b},${required}`, 'Cannot read "day={a {b}"'],
    ['date_format=MMMM D', 'must contain year, month and day'],
  ] as const)('%s is refused: %s', ([text, why]) => {
    expect(() => parseMapping(text)).toThrow(why)
  })
})
