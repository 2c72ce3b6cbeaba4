import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { findNetwork } from '../../nodes/Postiz/networks';
import { memoryFile, runNode, type NodeRunOptions } from '../integration/support/harness.cjs';
import { isObject, type Values } from '../service/schema.cjs';
import { pngOf } from '../shared/samples.cjs';
import { openGate, type Gate } from './gate.cjs';
import { NO_SUCH_ID, rowsOf } from './ledger.cjs';

/** A channel that can be posted to. */
export interface Channel {
	id: string;
	name: string;
	identifier: string;
}

export interface InstanceOptions {
	/** The API base. */
	url: string;
	apiKey: string;
	/** A tag of the workspace, if one is known. */
	tag?: string;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
/** The node finds a post among those of 20 years before and after now. */
const FINDABLE_MS = 10 * 365 * DAY_MS;
/** Posts are never dated sooner than this. */
const MIN_LEAD_MS = 7 * DAY_MS;
/** The date of all posts that the node need not find again. */
const DATE = '2099-06-15T10:00:00.000Z';

/** An instance as the cases use it: through the node, or by plain calls. */
export class Instance {
	private readonly uploaded = new Map<string, Values>();

	private constructor(
		readonly options: InstanceOptions,
		readonly gate: Gate,
		/** Those that can be posted to, in the order of the service. */
		readonly channels: Channel[],
	) {}

	/** Opens an instance. Throws if it cannot be reached, or does not take the key. */
	static async open(options: InstanceOptions): Promise<Instance> {
		const gate = await openGate({ target: options.url, earliest: Date.now() + MIN_LEAD_MS });
		try {
			const listed = await send(gate, options, 'GET', '/public/v1/integrations').catch(() => {
				throw new Error(`The instance cannot be reached (${gate.failure()}).`);
			});
			if (listed.status === 401) throw new Error('The instance does not take this API key.');
			if (listed.status !== 200 || !Array.isArray(listed.body))
				throw new Error(`The instance does not list its channels (status ${listed.status}).`);
			const preview = await send(gate, options, 'GET', `/public/posts/${NO_SUCH_ID}`);
			if (preview.status !== 200)
				throw new Error(
					`The instance lacks the preview of posts (status ${preview.status}), which alone shows them whole.`,
				);
			const channels = (rowsOf(listed.body) as Array<Channel & Values>).filter(
				({ disabled, identifier }) => disabled !== true && findNetwork(identifier),
			);
			return new Instance(options, gate, channels);
		} catch (error) {
			await gate.close();
			throw error;
		}
	}

	readonly date = DATE;

	/** A date for posts that the node is to find by their ID. */
	get findableDate(): string {
		const latest = new Date(Date.now() + FINDABLE_MS);
		latest.setUTCHours(10, 0, 0, 0);
		return latest.toISOString();
	}

	/** The channels of a network; first those with the identifier that is given. */
	channelsOf(network: string): Channel[] {
		const own = this.channels.filter(({ identifier }) => identifier === network);
		const others = this.channels.filter(
			({ identifier }) =>
				identifier !== network && findNetwork(network) === findNetwork(identifier),
		);
		return [...own, ...others];
	}

	/** The first channel of the first of these networks that has one. */
	firstOf(networks: string[]): Channel | undefined {
		return networks.flatMap((network) => this.channelsOf(network))[0];
	}

	/** Runs the node; returns what its items say. Throws what it throws. */
	async node(
		parameters: NodeRunOptions['parameters'],
		options: Partial<NodeRunOptions> = {},
	): Promise<IDataObject[]> {
		const credentials = { apiKey: this.options.apiKey, host: this.gate.url };
		const { output, error } = await runNode({ parameters, credentials, ...options });
		if (error) throw new Error([error.message, error.description].filter(Boolean).join(' '));
		return (output[0] ?? []).map(({ json }) => json);
	}

	/** Makes a plain call; `path` is below the API base. Throws if no answer comes. */
	async call(method: string, path: string, body?: unknown) {
		return await send(this.gate, this.options, method, path, body);
	}

	/** A post as the instance keeps it, without what differs each time. Throws if it is not there. */
	async read(id: string) {
		const { body } = await this.call('GET', `/public/posts/${id}`);
		const rows = rowsOf(body);
		const [first] = rows;
		if (!first) throw new Error('the post is not there');
		const settings = Object.entries(parsed(first.settings) as Values);
		return {
			parts: rows.map(({ content, image, delay }) => ({
				content: String(content ?? ''),
				image: rowsOf(parsed(image ?? '[]')).map((file) => this.named(file)),
				delay: Number(delay ?? 0),
			})),
			// The key of a post is of no network, and what is empty says nothing.
			settings: Object.fromEntries(
				settings.filter(([name, value]) => name !== 'n8n' && !isEmpty(value)),
			),
			tags: rowsOf(first.tags).map((entry) => String(Object(entry.tag ?? entry).name)),
			state: String(first.state),
			date: new Date(String(first.actualDate ?? first.publishDate)).toISOString(),
			intervalInDays: Number(first.intervalInDays) || null,
		};
	}

	/** A picture of such a size, `400x300`, as a post refers to it; uploaded once. */
	async picture(size: string): Promise<Values> {
		const known = this.uploaded.get(size);
		if (known) return known;
		const [width, height] = size.split('x').map(Number);
		const data = memoryFile(pngOf(width, height), {
			fileName: `${size}.png`,
			mimeType: 'image/png',
		});
		const [{ id, path }] = await this.node(
			{ resource: 'upload', operation: 'file', binaryField: 'data' },
			{ items: [{ json: {}, binary: { data } }] },
		);
		this.uploaded.set(size, { id, path });
		return { id, path };
	}

	/** A file of a post; of what was uploaded here, its size. */
	private named(file: Values): unknown {
		const own = [...this.uploaded].find(([, { id }]) => id === file.id);
		return own ? own[0] : file;
	}

	/** The IDs of the posts that the instance lists around the dates of all runs. */
	async list(): Promise<string[]> {
		const now = Date.now();
		const far = Date.parse(DATE);
		const windows = [
			[now, now + 2 * FINDABLE_MS],
			[far - YEAR_MS, far + YEAR_MS],
		];
		const ids = new Set<string>();
		for (const window of windows) {
			const [startDate, endDate] = window.map((time) => new Date(time).toISOString());
			const query = new URLSearchParams({ startDate, endDate }).toString();
			const { status, body } = await this.call('GET', `/public/v1/posts?${query}`);
			if (status !== 200 || !isObject(body))
				throw new Error(`The instance does not list its posts (status ${status}).`);
			rowsOf(body.posts).forEach(({ id }) => ids.add(String(id)));
		}
		return [...ids];
	}

	/** Deletes every post that is the suite's own: what it made, and what carries its marker. */
	async deleteOwnPosts(): Promise<{ deleted: number; left: string[] }> {
		const { living, ids } = this.gate.ledger;
		// Also finds what an earlier run, or an answer that was lost, left behind.
		await this.list();
		const doomed = [...living];
		for (const id of doomed) await this.call('DELETE', `/public/v1/posts/${id}`);
		const left = (await this.list()).filter((id) => ids.has(id));
		return { deleted: doomed.length - left.length, left };
	}

	async close(): Promise<void> {
		await this.gate.close();
	}
}

async function send(
	{ url }: Gate,
	{ apiKey: authorization }: InstanceOptions,
	method: string,
	path: string,
	data?: unknown,
): Promise<{ status: number; body: unknown }> {
	const answer = await axios.request<unknown>({
		method,
		url: url + path,
		headers: { authorization },
		data,
		maxBodyLength: Infinity,
		validateStatus: () => true,
	});
	return { status: answer.status, body: answer.data };
}

const parsed = (value: unknown): unknown =>
	typeof value === 'string' ? (JSON.parse(value) as unknown) : value;

const isEmpty = (value: unknown) =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);
