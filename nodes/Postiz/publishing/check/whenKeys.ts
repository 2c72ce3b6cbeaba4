import { findOption } from '../../values/read';

const WORDS =
	/draft|publish|schedul|date|time|zone|^when|(?:^|is|post|_)(?:status|state|live|now)$/i;
const ISO_DATE = /^\d{4}-\d\d-\d\d/;

/** True if a key of JSON, or its value, seems to say when to publish. */
export const isAboutTime = (key: string, value: unknown): boolean =>
	WORDS.test(key) ||
	findOption(value, ['draft', 'now', 'schedule', 'scheduled', 'publish']) !== undefined ||
	(typeof value === 'string' && ISO_DATE.test(value));

/** How a body says when to publish (docs/api.md, Creating posts). */
export const SAY_WHEN =
	'Write it beside “posts”, as "type": "draft", "schedule" or "now", and "date": "2026-12-14T10:00:00Z".';
