import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { findNetwork } from '../../nodes/Postiz/networks';
import { runNode, type NodeRunOptions } from '../integration/support/harness.cjs';
import { createMemoryFile } from '../integration/support/binaryData.cjs';
import { isObject, type Values } from '../service/schema.cjs';
import { createPng } from '../shared/samples.cjs';
import { SafetyProxy } from './safetyProxy.cjs';
import { NO_SUCH_ID, toRows } from './ledger.cjs';
import { DAY } from '../shared/time.cjs';

/** An enabled channel. */
export interface Channel {
	id: string;
	name: string;
	identifier: string;
}

export interface InstanceOptions {
	/** The API base. */
	url: string;
	apiKey: string;
	/** A tag of the workspace, if it has one. */
	tag?: string;
}

const YEAR_MS = 366 * DAY;
/** The node finds a post among those of 20 years before and after now. */
const FINDABLE_MS = 10 * 365 * DAY;
/** Posts are never dated sooner than this. */
const MIN_LEAD_MS = 7 * DAY;
/** The date of posts that the node doesn't look up later. */
const DATE = '2099-06-15T10:00:00.000Z';

/** An instance that cases use through the node or by plain calls. */
export class Instance {
	private readonly uploaded = new Map<string, Values>();

	private constructor(
		readonly options: InstanceOptions,
		readonly proxy: SafetyProxy,
		/** The enabled channels, in the order of the service. */
		readonly channels: Channel[],
	) {}

	/** Opens an instance. Throws if it cannot be reached, or rejects the key. */
	static async open(options: InstanceOptions): Promise<Instance> {
		const proxy = await SafetyProxy.open({
			target: options.url,
			earliest: Date.now() + MIN_LEAD_MS,
		});
		try {
			const listed = await send(proxy, options, 'GET', '/public/v1/integrations').catch(() => {
				throw new Error(`The instance cannot be reached (${proxy.connectionError}).`);
			});
			if (listed.status === 401) throw new Error('The instance does not take this API key.');
			if (listed.status !== 200 || !Array.isArray(listed.body))
				throw new Error(`The instance does not list its channels (status ${listed.status}).`);
			const publicPost = await send(proxy, options, 'GET', `/public/posts/${NO_SUCH_ID}`);
			if (publicPost.status !== 200)
				throw new Error(
					`The instance lacks the public data of posts (status ${publicPost.status}), which alone shows them whole.`,
				);
			const channels = (toRows(listed.body) as Array<Channel & Values>).filter(
				({ disabled, identifier }) => disabled !== true && findNetwork(identifier),
			);
			return new Instance(options, proxy, channels);
		} catch (error) {
			await proxy.close();
			throw error;
		}
	}

	readonly date = DATE;

	/** A date for posts that the node looks up by their ID. */
	get findableDate(): string {
		const latest = new Date(Date.now() + FINDABLE_MS);
		latest.setUTCHours(10, 0, 0, 0);
		return latest.toISOString();
	}

	/** The channels of a network, first those with the given identifier. */
	listChannels(network: string): Channel[] {
		const own = this.channels.filter(({ identifier }) => identifier === network);
		const others = this.channels.filter(
			({ identifier }) =>
				identifier !== network && findNetwork(network) === findNetwork(identifier),
		);
		return [...own, ...others];
	}

	/** The first channel of these networks. */
	findFirstChannel(networks: string[]): Channel | undefined {
		return networks.flatMap((network) => this.listChannels(network))[0];
	}

	/** Runs the node and returns its items. Throws what the node throws. */
	async runNode(
		parameters: NodeRunOptions['parameters'],
		options: Partial<NodeRunOptions> = {},
	): Promise<IDataObject[]> {
		const credentials = { apiKey: this.options.apiKey, host: this.proxy.url };
		const { output, error } = await runNode({ parameters, credentials, ...options });
		if (error) throw new Error([error.message, error.description].filter(Boolean).join(' '));
		return (output[0] ?? []).map(({ json }) => json);
	}

	/** Makes a plain call; `path` is below the API base. Throws without a response. */
	async call(method: string, path: string, body?: unknown) {
		return await send(this.proxy, this.options, method, path, body);
	}

	/** A stored post without values that differ each time. Throws if it doesn't exist. */
	async read(id: string) {
		const { body } = await this.call('GET', `/public/posts/${id}`);
		const rows = toRows(body);
		const [first] = rows;
		if (!first) throw new Error('the post is not there');
		const settings = Object.entries(parseIfText(first.settings) as Values);
		return {
			parts: rows.map(({ content, image, delay }) => ({
				content: String(content ?? ''),
				image: toRows(parseIfText(image ?? '[]')).map((file) => this.describeFile(file)),
				delay: Number(delay ?? 0),
			})),
			// Without the fingerprint and empty values.
			settings: Object.fromEntries(
				settings.filter(([name, value]) => name !== 'n8n' && !isEmpty(value)),
			),
			tags: toRows(first.tags).map((entry) => String(Object(entry.tag ?? entry).name)),
			state: String(first.state),
			date: new Date(String(first.actualDate ?? first.publishDate)).toISOString(),
			intervalInDays: Number(first.intervalInDays) || null,
		};
	}

	/** Uploads a picture of a size such as `400x300` once. */
	async uploadPicture(size: string): Promise<Values> {
		const known = this.uploaded.get(size);
		if (known) return known;
		const [width, height] = size.split('x').map(Number);
		const data = createMemoryFile(createPng(width, height), {
			fileName: `${size}.png`,
			mimeType: 'image/png',
		});
		const [{ id, path }] = await this.runNode(
			{ resource: 'upload', operation: 'file', binaryField: 'data' },
			{ items: [{ json: {}, binary: { data } }] },
		);
		this.uploaded.set(size, { id, path });
		return { id, path };
	}

	/** A file of a post; the size of a picture that was uploaded here. */
	private describeFile(file: Values): unknown {
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
			toRows(body.posts).forEach(({ id }) => ids.add(String(id)));
		}
		return [...ids];
	}

	/** Deletes all posts of the suite: those that it created, and those with its marker. */
	async deleteOwnPosts(): Promise<{ deleted: number; left: string[] }> {
		const { undeleted, ids } = this.proxy.ledger;
		// This also finds posts of earlier runs and lost answers.
		await this.list();
		const toDelete = [...undeleted];
		for (const id of toDelete) await this.call('DELETE', `/public/v1/posts/${id}`);
		const left = (await this.list()).filter((id) => ids.has(id));
		return { deleted: toDelete.length - left.length, left };
	}

	async close(): Promise<void> {
		await this.proxy.close();
	}
}

async function send(
	{ url }: SafetyProxy,
	{ apiKey: authorization }: InstanceOptions,
	method: string,
	path: string,
	data?: unknown,
): Promise<{ status: number; body: unknown }> {
	const response = await axios.request<unknown>({
		method,
		url: url + path,
		headers: { authorization },
		data,
		maxBodyLength: Infinity,
		validateStatus: () => true,
	});
	return { status: response.status, body: response.data };
}

const parseIfText = (value: unknown): unknown =>
	typeof value === 'string' ? (JSON.parse(value) as unknown) : value;

const isEmpty = (value: unknown) =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);
