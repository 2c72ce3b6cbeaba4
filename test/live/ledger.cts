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
const DELETE_POST = /^\/public\/v1\/posts\/([^/]+)$/;
const DELETE_GROUP = /^\/public\/v1\/posts\/group\/([^/]+)$/;

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
	/** Channels that can be asked for a slot: of others the service never answers. */
	readonly channels = new Set<string>();
	/** Posts that are not deleted yet; of those that were listed, their group. */
	readonly living = new Map<string, string | undefined>();

	/** Takes note of what a call created, listed or deleted. */
	learn(call: Call): void {
		if (!isSuccess(call)) return;
		const { method, path, answer } = call;
		const [, deletedPost] = DELETE_POST.exec(path) ?? [];
		const [, deletedGroup] = DELETE_GROUP.exec(path) ?? [];
		const [, previewed] = PREVIEW.exec(path) ?? [];
		if (method === 'POST' && path === LIST) this.add(rowsOf(answer));
		else if (method === 'GET' && path === LIST) this.readList(answer);
		else if (method === 'GET' && path === '/public/v1/integrations') this.readChannels(answer);
		else if (method === 'GET' && previewed) this.readPreview(previewed, answer);
		else if (method === 'DELETE' && deletedPost) this.living.delete(deletedPost);
		else if (method === 'DELETE' && deletedGroup) this.forgetGroup(deletedGroup);
	}

	private add(created: Array<Record<string, unknown>>): void {
		for (const { postId } of created) {
			if (typeof postId !== 'string') continue;
			this.ids.add(postId);
			if (!this.living.has(postId)) this.living.set(postId, undefined);
		}
	}

	private readList(answer: unknown): void {
		for (const { id, group, content, state } of rowsOf(isObject(answer) ? answer.posts : [])) {
			if (typeof id !== 'string' || typeof group !== 'string') continue;
			const isLeftOver = String(content).includes(MARKER) && state !== 'PUBLISHED';
			if (!this.ids.has(id) && !isLeftOver) continue;
			this.ids.add(id);
			this.groups.add(group);
			this.living.set(id, group);
		}
	}

	private readChannels(answer: unknown): void {
		for (const { id, disabled } of rowsOf(answer)) {
			if (typeof id === 'string' && disabled === false) this.channels.add(id);
		}
	}

	private readPreview(id: string, answer: unknown): void {
		if (!this.ids.has(id)) return;
		for (const part of rowsOf(answer)) {
			if (typeof part.id === 'string') this.ids.add(part.id);
			if (typeof part.group === 'string') this.groups.add(part.group);
		}
	}

	private forgetGroup(deleted: string): void {
		for (const [id, group] of this.living) if (group === deleted) this.living.delete(id);
	}
}
