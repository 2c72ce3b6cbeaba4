/**
 * What n8n does around the triggers, as far as it matters what they remember: a database with the static data of
 * a workflow, which n8n loads as it activates it, and processes that end.
 */
import { Readable } from 'node:stream';

import type {
	IDataObject,
	IHttpRequestOptions,
	INodeExecutionData,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { newest } from '../../../nodes/Postiz/events/memory';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';
import type { Service } from '../../service/server.cjs';

/** An answer in place of the service's; an error if there is none. */
export type Interference = (
	path: string,
	query: IDataObject,
) => { status?: number; body?: unknown; error?: string } | undefined;

/** A list of posts that a trigger was answered. */
export interface SeenList {
	start: number;
	end: number;
	ids: Set<string>;
}

/** Of a workflow. */
export interface Database {
	id: string;
	staticData: string;
	/** Called as n8n stores it. */
	onStore: () => void;
}

interface Context {
	getWorkflowStaticData: () => IDataObject;
}

const NODE = new PostizTrigger();

let processes = 0;

export class Trigger {
	name = 'Trigger';
	parameters: IDataObject = {};
	apiKey: string;
	interfere: Interference = () => undefined;
	/** Of the last look. */
	seen: SeenList[] = [];
	private polling?: IPollFunctions & Context;
	private isActivated = false;

	constructor(
		private readonly service: Service,
		readonly database: Database,
		/** n8n stores every poll, or only those with events. */
		private readonly storesAll: boolean,
	) {
		this.apiKey = service.apiKey;
	}

	/** n8n starts anew: what was not stored is lost. */
	static endProcess(): void {
		newest.clear();
		processes += 1;
	}

	begin(activation: WorkflowActivateMode): void {
		this.isActivated = false;
		this.polling = this.context('trigger', activation);
	}

	/** A poll. Throws what the node throws. */
	async look(): Promise<IDataObject[]> {
		this.seen = [];
		const found = itemsOf(await NODE.poll.call(this.polling!));
		if (this.storesAll || found.length > 0 || !this.isActivated) this.store(this.polling!);
		this.isActivated = true;
		return found;
	}

	private store({ getWorkflowStaticData }: Context): void {
		this.database.staticData = JSON.stringify(getWorkflowStaticData());
		this.database.onStore();
	}

	private context(mode: string, activation: WorkflowActivateMode): IPollFunctions & Context {
		const staticData = JSON.parse(this.database.staticData) as IDataObject;
		// What a process learned of the service ends with it.
		const credential = { id: `process ${processes}`, name: 'Postiz' };
		return {
			getMode: () => mode,
			getActivationMode: () => activation,
			getNode: () => ({
				id: 'trigger',
				name: this.name,
				parameters: { authentication: 'apiKey', ...this.parameters },
				credentials: { postizApi: credential },
			}),
			getNodeParameter: (name: string, fallback: unknown) => this.parameters[name] ?? fallback,
			getCredentials: async () =>
				await Promise.resolve({ host: this.service.apiUrl, apiKey: this.apiKey }),
			getWorkflow: () => ({ id: this.database.id }),
			getWorkflowStaticData: () => staticData,
			helpers: {
				returnJsonArray: (items: IDataObject[]) => items.map((json) => ({ json })),
				httpRequest: async (options: IHttpRequestOptions) => await this.request(options),
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
					await this.request(options, this.apiKey),
			},
		} as unknown as IPollFunctions & Context;
	}

	private async request({ url, qs = {}, method, encoding }: IHttpRequestOptions, key?: string) {
		const { pathname } = new URL(url);
		const { error, status, body } = this.interfere(pathname, qs) ?? {};
		if (error) throw Object.assign(new Error(error), { code: error });
		const answer = await this.service.ask({
			method: method as 'GET',
			url: pathname,
			query: qs as Record<string, string>,
			headers: key === undefined ? {} : { authorization: key },
		});
		const statusCode = status ?? answer.statusCode;
		const answered = body ?? (status ? {} : (JSON.parse(answer.body) as unknown));
		if (pathname.endsWith('/v1/posts') && statusCode === 200) this.see(qs, answered);
		return {
			statusCode,
			headers: answer.headers,
			body:
				encoding === 'stream' ? Readable.from([Buffer.from(JSON.stringify(answered))]) : answered,
		};
	}

	private see({ startDate, endDate }: IDataObject, answered: unknown): void {
		const [start, end] = [startDate, endDate].map((date) => Date.parse(String(date)));
		const { posts } = answered as { posts: Array<{ id: string }> };
		this.seen.push({ start, end, ids: new Set(posts.map(({ id }) => id)) });
	}
}

const itemsOf = (data?: INodeExecutionData[][] | null) =>
	(data ?? []).flat().map(({ json }) => json);
