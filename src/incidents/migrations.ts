/**
 * The store's schema, step by step; a database remembers in `user_version` how many it has taken. Steps are only ever
 * added, since files of older versions are in use.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table incidents (
      id text primary key, cluster text not null, model_name text, starts_at real not null,
      latest_starts_at real not null, firing integer not null, received_at real not null) strict`,
    'create index incidents_by_start on incidents (latest_starts_at)',
    'create index incidents_firing on incidents (firing) where firing > 0',

    `create table episodes (
      fingerprint text not null, starts_at real not null,
      incident_id text not null references incidents (id) on delete cascade,
      status text not null, ends_at real, alert_name text not null, labels_json text not null,
      annotations_json text not null, generator_url text, primary key (fingerprint, starts_at)) strict`,
    'create index episodes_by_incident on episodes (incident_id)',

    `create table jobs (
      id integer primary key autoincrement, incident_id text not null references incidents (id) on delete cascade,
      kind text not null, due_at real not null, state text not null, attempts integer not null default 0,
      lease_until real not null default 0, last_error text) strict`,
    "create unique index jobs_pending on jobs (incident_id, kind) where state = 'pending'",
    'create index jobs_by_due on jobs (state, due_at)',

    `create table posts (
      incident_id text not null references incidents (id) on delete cascade,
      channel text not null, slot text not null, message_json text not null,
      desired_version integer not null, delivered_version integer not null default 0,
      refused_version integer not null default 0, pending integer not null, ts text,
      state text not null default 'idle', sending_version integer not null default 0,
      attempts integer not null default 0, next_attempt_at real not null default 0,
      delivered_at real not null default 0, edits integer not null default 0,
      put_at real not null, created_at real not null, last_error text,
      primary key (incident_id, channel, slot)) strict`,
    'create index posts_pending on posts (channel, created_at) where pending = 1',
    'create index posts_by_ts on posts (channel, ts)',

    `create table evidence (
      id integer primary key autoincrement, incident_id text not null references incidents (id) on delete cascade,
      kind text not null, at real not null, severity real not null, evidence_json text not null) strict`,
    'create index evidence_by_incident on evidence (incident_id)',

    `create table receipts (
      id integer primary key autoincrement, incident_id text not null references incidents (id) on delete cascade,
      at real not null, what text not null, detail text not null) strict`,
    'create index receipts_by_incident on receipts (incident_id)',
  ],
  // What was never written, and what a restart does already.
  ['drop table receipts', 'alter table jobs drop column lease_until'],
  // What was done to the fleets; empty text for all clusters, or all models.
  [
    `create table changes (
      at real not null, cluster text not null, model_name text not null, text text not null, change_json text not null,
      primary key (at, cluster, model_name, text)) strict`,
  ],
  // What people have done about incidents. Feedback and audit outlive the incident.
  [
    `create table acknowledgements (
      incident_id text primary key references incidents (id) on delete cascade,
      user_id text not null, at real not null) strict`,
    `create table silences (
      id text primary key, cluster text not null, incident_id text not null references incidents (id) on delete cascade,
      matchers_json text not null, ends_at real not null, user_id text not null, comment text not null,
      ended_at real, undone_by text) strict`,
    'create index silences_by_incident on silences (incident_id)',
    `create table feedback (
      incident_id text not null, user_id text not null, at real not null, verdict text not null, cause text not null,
      primary key (incident_id, user_id)) strict`,
    `create table audit (
      id integer primary key autoincrement, at real not null, user_id text not null, deed text not null,
      outcome text not null, incident_id text not null, detail text not null) strict`,
    'create index audit_by_time on audit (at)',
  ],
  // Which pictures were shown: each once.
  [
    `create table charts (
      incident_id text not null references incidents (id) on delete cascade, kind text not null, at real not null,
      primary key (incident_id, kind)) strict`,
  ],
  // Whether Alertmanager still has them, where it does not say when they end.
  ['alter table episodes add column listed_at real', 'alter table episodes add column missing_since real'],
]
