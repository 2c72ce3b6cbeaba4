import {
	ICredentialsHelper,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { PostizApi } from '../../../credentials/PostizApi.credentials';
import { PostizOAuth2Api } from '../../../credentials/PostizOAuth2Api.credentials';
import { castUnchecked } from '../../shared/fakes.cjs';

/** The fields that n8n's OAuth2 credential adds, as far as requests need them. */
const oAuth2Api: ICredentialType = {
	name: 'oAuth2Api',
	displayName: 'OAuth2 API',
	properties: ['clientId', 'clientSecret'].map((name) => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
	})),
};

const credentialTypes = new Map<string, ICredentialType>(
	[oAuth2Api, new PostizApi(), new PostizOAuth2Api()].map((type) => [type.name, type]),
);

/** The entered data by credential type. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/**
 * Does with credentials what n8n's server does: defaults are filled in, expressions in hidden
 * fields evaluated by n8n's engine, and the request signed as the type declares.
 */
export class CredentialsHelper extends ICredentialsHelper {
	constructor(private readonly data: CredentialData) {
		super();
	}

	getParentTypes(name: string): string[] {
		const parents = credentialTypes.get(name)?.extends ?? [];
		return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const authenticate = credentialTypes.get(typeName)?.authenticate;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		for (const [part, entries] of Object.entries(authenticate?.properties ?? {})) {
			const target = (castUnchecked<Record<string, object>>(options)[part] ??= {});
			for (const [key, value] of Object.entries(entries as Record<string, string>)) {
				const resolved = workflow!.expression.getSimpleParameterValue(
					node!,
					value,
					'internal',
					{ $credentials: credentials },
					undefined,
					'',
				);
				Object.assign(target, { [key]: resolved });
			}
		}
		return options;
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Credentials are not stored in these tests');
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		resolve?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const entered = this.data[type];
		const complete = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			entered as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		// Tokens are no field of the form.
		if (entered.oauthTokenData) complete.oauthTokenData = entered.oauthTokenData;
		if (!resolve) return complete;
		return resolve.workflow.expression.getParameterValue(
			complete as INodeParameters,
			resolve.runExecutionData,
			resolve.runIndex,
			resolve.itemIndex,
			resolve.node.name,
			resolve.connectionInputData,
			mode,
			{},
			executeData,
			false,
			complete,
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials(): Promise<void> {
		throw new Error('Nothing here may change a credential');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('The service returns no refresh token, so that no token is ever renewed');
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const { extends: parents = [], properties = [] } = credentialTypes.get(type) ?? {};
		return [...parents.flatMap((parent) => this.getCredentialsProperties(parent)), ...properties];
	}
}
