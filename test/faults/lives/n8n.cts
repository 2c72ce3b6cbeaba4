/**
 * What n8n does around the trigger, as far as it matters what that remembers: a database that it writes only as it
 * activates a workflow or starts it, two main instances, contexts of which only the newest counts, and processes that end.
 */
import type {
	IDataObject,
	IHttpRequestOptions,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { quietMemories } from '../../../nodes/Postiz/events/memory';
import { newestContexts, PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';
import type { Service } from '../../service/server.cjs';

/** An answer in place of the service's; an error if there is none. */
export type Interference = (
	path: string,
) => { status?: number; body?: unknown; error?: string } | undefined;

const NODE = new PostizTrigger();
const MAPS = [quietMemories, newestContexts] as Array<Map<string, unknown>>;

export class N8n {
	name = 'Trigger';
	parameters: IDataObject;
	apiKey: string;
	interfere: Interference = () => undefined;
	/** Happens once, while the service makes a list of posts. */
	meanwhile?: () => Promise<void>;
	/** The posts in the last list. */
	listed = new Set<string>();
	private staticData = '{}';
	private context!: IPollFunctions;
	private isActivated = false;
	private main = 0;
	private readonly known: Array<Array<Array<[string, unknown]>>> = [[], []];

	constructor(
		private readonly service: Service,
		private readonly id: string,
		events: string[],
		/** Older ones output what a context finds that is not the newest. */
		readonly isOld: boolean,
	) {
		this.apiKey = service.apiKey;
		this.parameters = { events, filters: {} };
	}

	/** n8n ends, calmly or not, and starts again: what was not stored is lost. */
	startAgain(): void {
		MAPS.forEach((map) => map.clear());
		this.register('init');
	}

	/** The other main instance takes over, with what it knew when it was the leader. */
	changeLeader(): void {
		this.known[this.main] = MAPS.map((map) => [...map]);
		this.main = 1 - this.main;
		MAPS.forEach((map, index) => {
			map.clear();
			this.known[this.main][index]?.forEach(([key, value]) => map.set(key, value));
		});
		this.register('leadershipChange');
	}

	/** Makes a context, which n8n does as it begins, and for each edit. */
	register(activation: WorkflowActivateMode): void {
		this.isActivated = false;
		this.context = this.contextOf(activation);
	}

	/** A poll, and what it tells; undefined if n8n throws that away. Throws what the node throws. */
	async poll(): Promise<IDataObject[] | undefined> {
		const { context } = this;
		const items = (await NODE.poll.call(context))?.flat().map(({ json }) => json) ?? [];
		const isNewest = context === this.context;
		if (!isNewest && !(this.isOld && items.length > 0)) return undefined;
		if (items.length > 0 || !this.isActivated) {
			this.staticData = JSON.stringify(context.getWorkflowStaticData('global'));
		}
		this.isActivated ||= isNewest;
		return items;
	}

	private contextOf(activation: WorkflowActivateMode): IPollFunctions {
		const staticData = JSON.parse(this.staticData) as IDataObject;
		return {
			getMode: () => 'trigger',
			getActivationMode: () => activation,
			getTimezone: () => 'UTC',
			getNode: () => ({
				id: 'trigger',
				name: this.name,
				parameters: { authentication: 'apiKey', ...this.parameters },
			}),
			getNodeParameter: (name: string, fallback: unknown) => this.parameters[name] ?? fallback,
			getCredentials: async () =>
				await Promise.resolve({ host: this.service.apiUrl, apiKey: this.apiKey }),
			getWorkflow: () => ({ id: this.id }),
			getWorkflowStaticData: () => staticData,
			helpers: {
				returnJsonArray: (items: IDataObject[]) => items.map((json) => ({ json })),
				httpRequest: async (options: IHttpRequestOptions) => await this.request(options),
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
					await this.request(options, this.apiKey),
			},
		} as unknown as IPollFunctions;
	}

	private async request({ url, qs = {}, method }: IHttpRequestOptions, key?: string) {
		const { pathname } = new URL(url);
		const { error, status, body } = this.interfere(pathname) ?? {};
		if (error) throw Object.assign(new Error(error), { code: error });
		const answer = await this.service.ask({
			method: method as 'GET',
			url: pathname,
			query: qs as Record<string, string>,
			headers: key === undefined ? {} : { authorization: key },
		});
		const statusCode = status ?? answer.statusCode;
		const answered = body ?? (status ? {} : (JSON.parse(answer.body) as unknown));
		if (pathname.endsWith('/v1/posts') && statusCode === 200) {
			const { meanwhile } = this;
			this.meanwhile = undefined;
			await meanwhile?.();
			this.listed = new Set(
				(answered as { posts: Array<{ id: string }> }).posts.map(({ id }) => id),
			);
		}
		return { statusCode, headers: answer.headers, body: answered };
	}
}
