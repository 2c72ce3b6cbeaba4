import { isObject } from '../service/schema.cjs';

/** Stands in every post that the suite makes, so that a later run finds what an earlier one left. */
export const MARKER = 'postizlivesuite7f3a';

/** IDs that nothing has, for calls about what does not exist; those of the recorded calls too. */
export const NO_SUCH_ID = 'nope';

/** A call, as far as it went: without a status no answer came. */
export interface Call {
	method: string;
	/** Below the API base, without the query: `/public/v1/posts`. */
	path: string;
	/** JSON as parsed; undefined for anything else. */
	body: unknown;
	status?: number;
	answer?: unknown;
}

const LIST = '/public/v1/posts';
const PREVIEW = /^\/public\/posts\/([^/]+)$/;
const POST = /^\/public\/v1\/posts\/([^/]+)$/;

/** The objects of a list, if it is one. */
export const rowsOf = (value: unknown): Array<Record<string, unknown>> =>
	Array.isArray(value) ? value.filter(isObject) : [];

const isSuccess = ({ status = 0 }: Call) => status >= 200 && status < 300;

/**
 * What on the instance is the suite's own: what it created, and what carries its marker. It learns
 * this from the calls alone, so that nothing is forgotten if a case breaks off.
 */
export class Ledger {
	/** Posts, and later parts of their threads. */
	readonly ids = new Set<string>();
	readonly groups = new Set<string>();
	/** Posts that are not deleted yet. */
	readonly living = new Set<string>();

	/** Takes note of what a call created, listed or deleted. */
	learn(call: Call): void {
		if (!isSuccess(call)) return;
		const { method, path, answer } = call;
		const [, deleted] = POST.exec(path) ?? [];
		const [, previewed] = PREVIEW.exec(path) ?? [];
		if (method === 'POST' && path === LIST) this.add(rowsOf(answer));
		else if (method === 'GET' && path === LIST) this.readList(answer);
		else if (method === 'GET' && previewed) this.readPreview(previewed, answer);
		else if (method === 'DELETE' && deleted) this.living.delete(deleted);
	}

	private add(created: Array<Record<string, unknown>>): void {
		for (const { postId } of created) {
			if (typeof postId !== 'string') continue;
			this.ids.add(postId);
			this.living.add(postId);
		}
	}

	private readList(answer: unknown): void {
		for (const { id, group, content, state } of rowsOf(isObject(answer) ? answer.posts : [])) {
			if (typeof id !== 'string' || typeof group !== 'string') continue;
			const isLeftOver = String(content).includes(MARKER) && state !== 'PUBLISHED';
			if (!this.ids.has(id) && !isLeftOver) continue;
			this.ids.add(id);
			this.groups.add(group);
			this.living.add(id);
		}
	}

	private readPreview(id: string, answer: unknown): void {
		if (!this.ids.has(id)) return;
		for (const part of rowsOf(answer)) {
			if (typeof part.id === 'string') this.ids.add(part.id);
			if (typeof part.group === 'string') this.groups.add(part.group);
		}
	}
}
