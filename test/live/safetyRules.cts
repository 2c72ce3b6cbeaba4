import { isObject, type Values } from '../service/schema.cjs';
import { NO_SUCH_ID, toRows, type Call, type Ledger } from './ledger.cjs';

const ALLOWED: Array<[method: string, path: RegExp]> = [
	['GET', /^\/public\/v1\//],
	['POST', /^\/public\/v1\/upload(-from-url)?$/],
	// Tools of networks, which only read.
	['POST', /^\/public\/v1\/integration-trigger\//],
];
const TYPES = ['schedule', 'draft', 'update'];

/** What the rules need beside the call. */
export interface Bounds {
	ledger: Pick<Ledger, 'ids' | 'groups'>;
	/** No post may be dated before this, in ms. */
	earliest: number;
	/** Only cleaning up is allowed. */
	isEnding: boolean;
}

/**
 * Returns why a call must not reach the instance; undefined if it may. No call may publish a post, change or delete
 * posts of others, spend money, or block the list of posts forever.
 */
export function findBlockReason(
	{ method, path, body }: Pick<Call, 'method' | 'path' | 'body'>,
	bounds: Bounds,
): string | undefined {
	const { ledger, isEnding } = bounds;
	if (isEnding && (method === 'POST' || method === 'PUT')) return 'The suite is ending';
	if (ALLOWED.some(([own, pattern]) => own === method && pattern.test(path))) return undefined;
	if (method === 'POST' && path === '/public/v1/posts')
		return findBlockReasonForPosts(body, bounds);

	const blockForeign = (ids: Set<string>, id: string) =>
		ids.has(id) || id === NO_SUCH_ID ? undefined : `${id} is not known to be the suite's own`;
	const call = `${method} ${path}`;
	const [, publicPostId] = /^GET \/public\/posts\/([^/]+)$/.exec(call) ?? [];
	if (publicPostId) return blockForeign(ledger.ids, publicPostId);
	const [, group] = /^DELETE \/public\/v1\/posts\/group\/([^/]+)$/.exec(call) ?? [];
	if (group) return blockForeign(ledger.groups, group);
	const [, deleted] = /^DELETE \/public\/v1\/posts\/([^/]+)$/.exec(call) ?? [];
	if (deleted) return blockForeign(ledger.ids, deleted);
	const [, changed] = /^PUT \/public\/v1\/posts\/([^/]+)\/(?:status|settings)$/.exec(call) ?? [];
	if (changed) return blockForeign(ledger.ids, changed);
	return 'The suite has no need of this call';
}

function findBlockReasonForPosts(body: unknown, { ledger, earliest }: Bounds): string | undefined {
	if (!isObject(body)) return undefined;
	const { type, date, republish, inter, posts } = body;
	if (!TYPES.includes(type as string)) return `The type is ${String(type)}`;
	const time = Date.parse(String(date));
	// A draft is never published, whatever its date is.
	const isUndatedDraft = type === 'draft' && Number.isNaN(time);
	if (!isUndatedDraft && !(time >= earliest)) return `The date is ${String(date)}`;
	if (republish) return 'A published post would be published again';
	if (typeof inter === 'number' && inter <= 0) return 'The list of posts would hang for good';
	return toRows(posts)
		.map((post) => findBlockedId(post, ledger))
		.find(Boolean);
}

/** A known ID or group changes or deletes an existing post. */
function findBlockedId({ group, value }: Values, { ids, groups }: Bounds['ledger']) {
	if (group !== undefined && !groups.has(String(group))) return `The group is ${String(group)}`;
	const foreign = toRows(value).find(({ id }) => id !== undefined && !ids.has(String(id)));
	return foreign && `A part has the ID ${String(foreign.id)}`;
}
