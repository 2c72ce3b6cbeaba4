import axios from 'axios';
import { findProvider } from '../../nodes/Postiz/providers';
import { runNode, type NodeRun, type NodeRunOptions } from '../integration/support/harness.cjs';
import { withPostAgain } from '../integration/support/posts.cjs';
import { releaseOf, type Release, type Version } from '../service/releases/release.cjs';
import { isObject, without, type Values } from '../service/schema.cjs';
import { openGate, type Gate } from './gate.cjs';
import { NO_SUCH_ID, rowsOf, type Call } from './ledger.cjs';
import { Pace } from './pace.cjs';
import { findVersion } from './version.cjs';

/** A channel that can be posted to. */
export interface Channel {
	id: string;
	name: string;
	identifier: string;
}

/** A part of a post as the instance keeps it. */
export interface KeptPart {
	id: string;
	content: string;
	image: Values[];
	delay: number;
}

/** A post as the instance keeps it. */
export interface KeptPost {
	parts: KeptPart[];
	settings: Values;
	tags: string[];
	state: string;
	/** In UTC with milliseconds. */
	date: string;
	intervalInDays: number | null;
	group: string;
}

export interface InstanceOptions {
	/** The API base. */
	url: string;
	apiKey: string;
	/** The date of all posts that the node need not find again, as ISO text in UTC. */
	date: string;
	/** The client ID and secret of an OAuth app, if there is one. */
	oauthApp?: { clientId: string; clientSecret: string };
	/** A tag of the workspace, if one is known. */
	tag?: string;
	pace?: Pace;
	/** The release that it is, if a person says so; found out otherwise. */
	version?: Version;
}

export interface Answer {
	status: number;
	body: unknown;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
/** The node finds a post among those of 20 years before and after now. */
const FINDABLE_MS = 10 * 365 * DAY_MS;
/** Posts are never dated sooner than this. */
const MIN_LEAD_MS = 7 * DAY_MS;
/** The date of all posts unless another one is named. */
export const DEFAULT_DATE = '2099-06-15T10:00:00.000Z';

/** What the node did, and the calls that it made. */
export type Run = NodeRun & { calls: Call[] };

/** An instance as the cases use it: through the node, or by plain calls if the node has none. */
export class Instance {
	private constructor(
		readonly options: InstanceOptions,
		readonly gate: Gate,
		readonly pace: Pace,
		/** Those that can be posted to, in the order of the service. */
		readonly channels: Channel[],
		/** The recorded release that it is most like. */
		readonly release: Release,
	) {}

	/** Opens an instance. Throws if it cannot be reached, or does not take the key. */
	static async open(options: InstanceOptions): Promise<Instance> {
		const earliest = Date.now() + MIN_LEAD_MS;
		if (!(Date.parse(options.date) >= earliest))
			throw new Error('The date must be at least a week ahead: nothing may be published.');
		const gate = await openGate({ target: options.url, earliest });
		try {
			const listed = await send(gate, options, 'GET', '/public/v1/integrations').catch(() => {
				throw new Error(`The instance cannot be reached (${gate.failure()}).`);
			});
			if (listed.status !== 200 || !Array.isArray(listed.body))
				throw new Error(
					listed.status === 401
						? 'The instance does not take this API key.'
						: `The instance does not list its channels (status ${listed.status}).`,
				);
			const channels = (rowsOf(listed.body) as Array<Channel & Values>).filter(
				({ disabled }) => disabled !== true,
			);
			const preview = await send(gate, options, 'GET', `/public/posts/${NO_SUCH_ID}`);
			if (preview.status !== 200 || !Array.isArray(preview.body))
				throw new Error(
					`The instance lacks the preview of posts (status ${preview.status}), which alone shows them whole.`,
				);
			const version =
				options.version ??
				(await findVersion(
					async (method, path, body) =>
						await send(gate, options, method, `/public/v1${path}`, { body }),
					channels,
				));
			const pace = options.pace ?? new Pace();
			return new Instance(options, gate, pace, channels, releaseOf(version));
		} catch (error) {
			await gate.close();
			throw error;
		}
	}

	get date(): string {
		return this.options.date;
	}

	/** A date for posts that the node is to find by their ID. */
	get findableDate(): string {
		const latest = new Date(Date.now() + FINDABLE_MS);
		latest.setUTCHours(10, 0, 0, 0);
		return this.date < latest.toISOString() ? this.date : latest.toISOString();
	}

	/** The channels of a network, whichever of its identifiers is given. */
	channelsOf(network: string): Channel[] {
		const provider = findProvider(network);
		const own = this.channels.filter(({ identifier }) => identifier === network);
		const others = this.channels.filter(
			({ identifier }) => identifier !== network && provider === findProvider(identifier),
		);
		return provider ? [...own, ...others] : own;
	}

	/** The channel of a network to post to, if one is connected. */
	channelOf(network: string): Channel | undefined {
		return this.channelsOf(network)[0];
	}

	/** The first of these networks that has a channel. */
	firstOf(networks: string[]): Channel | undefined {
		return networks.map((network) => this.channelOf(network)).find(Boolean);
	}

	/** Runs the node, which is to make so many POST /posts. */
	async node(
		parameters: NodeRunOptions['parameters'],
		{ requests = 0, ...options }: Partial<NodeRunOptions> & { requests?: number } = {},
	): Promise<Run> {
		const credentials = { apiKey: this.options.apiKey, host: this.gate.url };
		return await this.pace.keep(this.gate, requests, async () => {
			const before = this.gate.calls.length;
			const run = await runNode({ parameters: postingAgain(parameters), credentials, ...options });
			return { ...run, calls: this.gate.calls.slice(before) };
		});
	}

	/** Makes a plain call; `path` is below the API base. Throws if no answer comes. */
	async call(
		method: string,
		path: string,
		body?: unknown,
		{ authorization, headers }: { authorization?: string; headers?: Record<string, string> } = {},
	): Promise<Answer> {
		const isPost = method === 'POST' && path === '/public/v1/posts';
		return await this.pace.keep(
			this.gate,
			isPost ? 1 : 0,
			async () =>
				await send(this.gate, this.options, method, path, { body, authorization, headers }),
		);
	}

	/** Posts as the instance keeps them, by their IDs; without those that it does not know. */
	async read(ids: string[]): Promise<Map<string, KeptPost>> {
		const kept = new Map<string, KeptPost>();
		for (const id of ids) {
			const { body } = await this.call('GET', `/public/posts/${id}`);
			const rows = rowsOf(body);
			if (rows.length > 0) kept.set(id, toKeptPost(rows));
		}
		return kept;
	}

	/** The posts that the instance lists around the dates of this run, and of earlier ones. */
	async list(): Promise<Values[]> {
		const now = Date.now();
		const windows = [[now, now + 2 * FINDABLE_MS]];
		for (const date of [DEFAULT_DATE, this.date]) {
			const time = Date.parse(date);
			const isListed = windows.some(([start, end]) => time > start + DAY_MS && time < end - DAY_MS);
			if (!isListed) windows.push([time - YEAR_MS, time + YEAR_MS]);
		}
		const pages = [];
		for (const [start, end] of windows) {
			const query = new URLSearchParams({
				startDate: new Date(start).toISOString(),
				endDate: new Date(end).toISOString(),
			}).toString();
			const { status, body } = await this.call('GET', `/public/v1/posts?${query}`);
			if (status !== 200 || !isObject(body))
				throw new Error(`The instance does not list its posts (status ${status}).`);
			pages.push(...rowsOf(body.posts));
		}
		return pages;
	}

	async close(): Promise<void> {
		await this.gate.close();
	}
}

async function send(
	{ url }: Gate,
	{ apiKey }: InstanceOptions,
	method: string,
	path: string,
	{
		body,
		authorization = apiKey,
		headers = {},
	}: { body?: unknown; authorization?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
	const { status, data } = await axios.request<unknown>({
		method,
		url: url + path,
		headers: { ...(authorization && { authorization }), ...headers },
		data: body,
		maxBodyLength: Infinity,
		validateStatus: () => true,
	});
	return { status, body: data };
}

function parsed(value: unknown): unknown {
	return typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
}

function toKeptPost(rows: Values[]): KeptPost {
	const [first] = rows;
	const settings = parsed(first.settings);
	return {
		parts: rows.map(({ id, content, image, delay }) => ({
			id: String(id),
			content: String(content ?? ''),
			image: rowsOf(parsed(image ?? '[]')),
			delay: Number(delay ?? 0),
		})),
		// Its key is of no network.
		settings: isObject(settings) ? without(settings, 'n8n') : {},
		tags: rowsOf(first.tags).map((entry) => String(Object(entry.tag ?? entry).name)),
		state: String(first.state),
		date: new Date(String(first.actualDate ?? first.publishDate)).toISOString(),
		intervalInDays: Number(first.intervalInDays) || null,
		group: String(first.group),
	};
}

/** Cases differ in their settings and files, but hardly in their texts: each is posted, whatever is there. */
function postingAgain({ options, ...parameters }: NodeRunOptions['parameters']) {
	const isNew = ['create', 'createFromJson'].includes(String(parameters.operation));
	return isNew
		? { ...parameters, options: withPostAgain(options) }
		: { ...parameters, ...(options !== undefined && { options }) };
}
