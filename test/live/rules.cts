import { isObject, type Values } from '../service/schema.cjs';
import { NO_SUCH_ID, rowsOf, type Call, type Ledger } from './ledger.cjs';

const HARMLESS: Array<[method: string, path: RegExp]> = [
	['GET', /^\/public\/v1\//],
	['POST', /^\/public\/v1\/upload(-from-url)?$/],
	// Tools of networks, which only list.
	['POST', /^\/public\/v1\/integration-trigger\//],
];
const TYPES = ['schedule', 'draft', 'update'];

/** What the rules look at beside the call. */
export interface Bounds {
	ledger: Pick<Ledger, 'ids' | 'groups'>;
	/** No post may be dated before this, in ms. */
	earliest: number;
	/** Nothing new may be made: all that is left to do is to clean up. */
	isEnding: boolean;
}

/**
 * Why a call must not reach the instance; undefined if it may. Nothing passes that could publish a
 * post, change or delete what is not the suite's own, spend money, or hang the list of posts for good.
 */
export function objectionTo(
	{ method, path, body }: Pick<Call, 'method' | 'path' | 'body'>,
	bounds: Bounds,
): string | undefined {
	const { ledger, isEnding } = bounds;
	if (isEnding && (method === 'POST' || method === 'PUT')) return 'The suite is ending';
	if (HARMLESS.some(([own, pattern]) => own === method && pattern.test(path))) return undefined;
	if (method === 'POST' && path === '/public/v1/posts') return objectionToPosts(body, bounds);

	const own = (ids: Set<string>, id: string) =>
		ids.has(id) || id === NO_SUCH_ID ? undefined : `${id} is not known to be the suite's own`;
	const call = `${method} ${path}`;
	const [, previewed] = /^GET \/public\/posts\/([^/]+)$/.exec(call) ?? [];
	if (previewed) return own(ledger.ids, previewed);
	const [, group] = /^DELETE \/public\/v1\/posts\/group\/([^/]+)$/.exec(call) ?? [];
	if (group) return own(ledger.groups, group);
	const [, deleted] = /^DELETE \/public\/v1\/posts\/([^/]+)$/.exec(call) ?? [];
	if (deleted) return own(ledger.ids, deleted);
	const [, changed] = /^PUT \/public\/v1\/posts\/([^/]+)\/(?:status|settings)$/.exec(call) ?? [];
	if (changed) return own(ledger.ids, changed);
	return 'The suite has no need of this call';
}

function objectionToPosts(body: unknown, { ledger, earliest }: Bounds): string | undefined {
	if (!isObject(body)) return undefined;
	const { type, date, republish, inter, posts } = body;
	if (!TYPES.includes(type as string)) return `The type is ${String(type)}`;
	const time = Date.parse(String(date));
	// Whatever the service makes of the date, a draft does not go out.
	const isUndatedDraft = type === 'draft' && Number.isNaN(time);
	if (!isUndatedDraft && !(time >= earliest)) return `The date is ${String(date)}`;
	if (republish) return 'A published post would be published again';
	if (typeof inter === 'number' && inter <= 0) return 'The list of posts would hang for good';
	return rowsOf(posts)
		.map((post) => objectionToIds(post, ledger))
		.find(Boolean);
}

/** With an ID or a group, a post that exists is changed or deleted. */
function objectionToIds({ group, value }: Values, { ids, groups }: Bounds['ledger']) {
	if (group !== undefined && !groups.has(String(group))) return `The group is ${String(group)}`;
	const strange = rowsOf(value).find(({ id }) => id !== undefined && !ids.has(String(id)));
	return strange && `A part has the ID ${String(strange.id)}`;
}
