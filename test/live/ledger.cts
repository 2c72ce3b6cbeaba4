import { isObject } from '../service/schema.cjs';

/** Marks every post of the suite, so that a later run finds what an earlier one left. */
export const MARKER = 'postizlivesuite7f3a';

/** An ID that doesn't exist, as in the recorded calls. */
export const NO_SUCH_ID = 'nope';

/** A call; without a status, it had no response. */
export interface Call {
	method: string;
	/** Below the API base, without the query: `/public/v1/posts`. */
	path: string;
	/** Parsed JSON; undefined for anything else. */
	body: unknown;
	status?: number;
	response?: unknown;
}

const LIST = '/public/v1/posts';
const PUBLIC_POST = /^\/public\/posts\/([^/]+)$/;
const POST = /^\/public\/v1\/posts\/([^/]+)$/;

/** Returns the objects of a list; none for other values. */
export const toRows = (value: unknown): Array<Record<string, unknown>> =>
	Array.isArray(value) ? value.filter(isObject) : [];

const isSuccess = ({ status = 0 }: Call) => status >= 200 && status < 300;

/**
 * The posts of the suite on the instance: those that it created, and those with its marker. It reads them from the
 * calls alone, so that it also knows those of an interrupted case.
 */
export class Ledger {
	/** Posts, and later parts of their threads. */
	readonly ids = new Set<string>();
	readonly groups = new Set<string>();
	/** Posts that are not deleted yet. */
	readonly undeleted = new Set<string>();

	/** Records what a call created, listed or deleted. */
	record(call: Call): void {
		if (!isSuccess(call)) return;
		const { method, path, response } = call;
		const [, deleted] = POST.exec(path) ?? [];
		const [, publicPostId] = PUBLIC_POST.exec(path) ?? [];
		if (method === 'POST' && path === LIST) this.add(toRows(response));
		else if (method === 'GET' && path === LIST) this.readList(response);
		else if (method === 'GET' && publicPostId) this.readPublicPost(publicPostId, response);
		else if (method === 'DELETE' && deleted) this.undeleted.delete(deleted);
	}

	private add(created: Array<Record<string, unknown>>): void {
		for (const { postId } of created) {
			if (typeof postId !== 'string') continue;
			this.ids.add(postId);
			this.undeleted.add(postId);
		}
	}

	private readList(response: unknown): void {
		for (const { id, group, content, state } of toRows(isObject(response) ? response.posts : [])) {
			if (typeof id !== 'string' || typeof group !== 'string') continue;
			const isLeftOver = String(content).includes(MARKER) && state !== 'PUBLISHED';
			if (!this.ids.has(id) && !isLeftOver) continue;
			this.ids.add(id);
			this.groups.add(group);
			this.undeleted.add(id);
		}
	}

	private readPublicPost(id: string, response: unknown): void {
		if (!this.ids.has(id)) return;
		for (const part of toRows(response)) {
			if (typeof part.id === 'string') this.ids.add(part.id);
			if (typeof part.group === 'string') this.groups.add(part.group);
		}
	}
}
