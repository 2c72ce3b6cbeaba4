/**
 * What n8n does around the triggers, as far as it matters what they remember: a database with the static data of
 * workflows, which a call loads each time and a polling trigger once, and processes that end.
 */
import { Readable } from 'node:stream';

import type {
	IDataObject,
	IHookFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { newest } from '../../../nodes/Postiz/events/memory';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { PostizWebhookTrigger } from '../../../nodes/PostizWebhookTrigger/PostizWebhookTrigger.node.ts';
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

/** A workflow, or several triggers of one. */
export interface Database {
	id: string;
	staticData: string;
	/** Called as n8n stores it. */
	onStore: () => void;
}

interface Context {
	getWorkflowStaticData: () => IDataObject;
}

const NODES = { poll: new PostizTrigger(), webhook: new PostizWebhookTrigger() };

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
		readonly kind: 'poll' | 'webhook',
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

	/** Throws what the node throws. */
	async begin(activation: WorkflowActivateMode): Promise<void> {
		this.isActivated = false;
		if (this.kind === 'poll') {
			this.polling = this.context<IPollFunctions>('trigger', activation);
			return;
		}
		const methods = NODES.webhook.webhookMethods.default;
		const context = this.context<IHookFunctions>('trigger', activation);
		if (!(await methods.checkExists.call(context))) await methods.create.call(context);
		this.store(context);
	}

	async end(): Promise<void> {
		if (this.kind === 'poll') return;
		const context = this.context<IHookFunctions>('internal', 'update');
		await NODES.webhook.webhookMethods.default.delete.call(context);
		this.store(context);
	}

	/** A poll, or a call. Throws what the node throws. */
	async look(): Promise<IDataObject[]> {
		this.seen = [];
		if (this.kind === 'poll') {
			const found = itemsOf(await NODES.poll.poll.call(this.polling!));
			if (this.storesAll || found.length > 0 || !this.isActivated) this.store(this.polling!);
			this.isActivated = true;
			return found;
		}
		const context = this.context<IWebhookFunctions>('webhook', 'activate');
		const { workflowData, noWebhookResponse } = await NODES.webhook.webhook.call(context);
		// A run that starts before the answer takes the mark of a change with it.
		if (!workflowData || noWebhookResponse) this.store(context);
		return itemsOf(workflowData);
	}

	private store({ getWorkflowStaticData }: Context): void {
		this.database.staticData = JSON.stringify(getWorkflowStaticData());
		this.database.onStore();
	}

	private context<T>(mode: string, activation: WorkflowActivateMode): T & Context {
		const staticData = JSON.parse(this.database.staticData) as IDataObject;
		// What a process learned of the service ends with it.
		const credential = { id: `process ${processes}`, name: 'Postiz' };
		return {
			getMode: () => mode,
			getActivationMode: () => activation,
			getNode: () => ({
				id: this.kind,
				name: this.name,
				parameters: { authentication: 'apiKey', ...this.parameters },
				credentials: { postizApi: credential },
			}),
			getNodeParameter: (name: string, fallback: unknown) => this.parameters[name] ?? fallback,
			getCredentials: async () =>
				await Promise.resolve({ host: this.service.apiUrl, apiKey: this.apiKey }),
			getWorkflow: () => ({ id: this.database.id }),
			getWorkflowStaticData: () => staticData,
			getResponseObject: () => ({ status: () => ({ send: () => undefined }) }),
			helpers: {
				returnJsonArray: (items: IDataObject[]) => items.map((json) => ({ json })),
				httpRequest: async (options: IHttpRequestOptions) => await this.request(options),
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
					await this.request(options, this.apiKey),
			},
		} as unknown as T & Context;
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
