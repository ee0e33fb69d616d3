/**
 * Records which ads are shown in which frames (spec/domain "Row scope": what the supply side knows of ads) from
 * the collected changes (roll-ups.ts). The creative is that of the last day. Rows are written in a fixed order,
 * so that concurrent files wait for each other instead of deadlocking.
 */
export const addAdvertisements = `insert into advertisements as known (publisher_group_id, frame_id, space_id, medium_id,
    advertiser_account_id, ad_id, creative_id, name, name_norm, first_day, last_day)
  select d.publisher_group_id, d.frame_id, s.id, s.medium_id, a.advertiser_account_id, a.id, d.latest[2], a.name, a.name_norm, d.first_day, d.last_day
  from (
      select advertiser_account_id, ad_id, publisher_group_id, space_id, frame_id, min(day) as first_day, max(day) as last_day,
        max(array[day - date '2000-01-01', creative_id]) filter (where creative_id is not null) as latest
      from delivery_changes where facts > 0 and frame_id is not null and ad_id is not null
      group by advertiser_account_id, ad_id, publisher_group_id, space_id, frame_id) d
    join spaces s on s.publisher_group_id = d.publisher_group_id and s.id = d.space_id
    join ads a on a.advertiser_account_id = d.advertiser_account_id and a.id = d.ad_id
  order by d.publisher_group_id, d.frame_id, a.id
  on conflict (publisher_group_id, frame_id, ad_id) do update set
    creative_id = case when excluded.last_day >= known.last_day then coalesce(excluded.creative_id, known.creative_id) else known.creative_id end,
    name = excluded.name,
    name_norm = excluded.name_norm,
    first_day = least(known.first_day, excluded.first_day), last_day = greatest(known.last_day, excluded.last_day),
    deleted_by = null, deleted_at = null`

/**
 * Recomputes the first and last day of ads in frames after facts were removed, and deletes those that have no delivery left.
 * @param removed a table with the removed facts
 * @param theirs a condition that holds for all facts of their advertisers
 */
export function reviseAdvertisements(removed: string, theirs: string): string {
  return `with left_over as materialized (
      select campaign_id, ad_id, frame_id, min(day) as first_day, max(day) as last_day from delivery_facts
      where ${theirs} and campaign_id = any (array(select distinct campaign_id from ${removed})) and frame_id is not null and ad_id is not null
      group by campaign_id, ad_id, frame_id
    ), revised as materialized (
      select gone.*, left_over.first_day, left_over.last_day, case when left_over.first_day is null then now() end as deleted_at
      from (select distinct publisher_group_id, frame_id, campaign_id, ad_id from ${removed} where frame_id is not null and ad_id is not null) gone
        left join left_over using (campaign_id, ad_id, frame_id)
    )
    update advertisements known
    set first_day = coalesce(revised.first_day, known.first_day), last_day = coalesce(revised.last_day, known.last_day), deleted_at = revised.deleted_at
    from revised
    where known.publisher_group_id = revised.publisher_group_id and known.frame_id = revised.frame_id and known.ad_id = revised.ad_id`
}
