{{/* Name of a service's objects. Takes [root, service]. */}}
{{- define "earshot.name" -}}
{{ (index . 0).Release.Name }}-{{ index . 1 }}
{{- end }}

{{/* What selects a service's pods; never changes. Takes [root, service]. */}}
{{- define "earshot.selector" -}}
app.kubernetes.io/name: earshot
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Takes [root, component]. */}}
{{- define "earshot.podLabels" -}}
{{ include "earshot.selector" . }}
app.kubernetes.io/part-of: earshot
{{- end }}

{{/* Takes [root, component]. */}}
{{- define "earshot.labels" -}}
{{- $root := index . 0 -}}
{{ include "earshot.podLabels" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ $root.Chart.Name }}-{{ $root.Chart.Version }}
{{- end }}

{{/* Takes [root, the service's own image or nothing]. */}}
{{- define "earshot.image" -}}
{{- $root := index . 0 -}}
{{- $image := merge (dict) (index . 1 | default dict) $root.Values.image -}}
{{ $image.repository }}{{ if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default $root.Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "earshot.secretName" -}}
{{ .Values.secrets.existingSecret | default (printf "%s-keys" .Release.Name) }}
{{- end }}

{{/* Changes with your secret without revealing it; empty if the cluster cannot be queried. Generated keys do not change. */}}
{{- define "earshot.secretVersion" -}}
{{- with .Values.secrets.existingSecret -}}
{{- with lookup "v1" "Secret" $.Release.Namespace . -}}
{{ printf "%s/%s" .metadata.uid .metadata.resourceVersion | sha256sum }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* The restricted pod security level, and what it does not ask for: a root that cannot be written. */}}
{{- define "earshot.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "earshot.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: {{ not .Values.development }}
capabilities:
  drop: [ALL]
{{- end }}

{{/* The sources in use by id, as files/sources.yaml has them: those of SOURCES, or all whose client is set and the samples of the sandbox. */}}
{{- define "earshot.sources" -}}
{{- $names := splitList "," (.Values.settings.SOURCES | default "" | toString | nospace) }}
{{- $sandbox := dig "sandbox" "enabled" true .Values.services }}
{{- $inUse := dict }}
{{- range $id, $source := .Files.Get "files/sources.yaml" | fromYaml }}
{{- $usable := and (or (not $source.sample) $sandbox) (or (not $source.client) (index $.Values.settings ($source.client | default ""))) }}
{{- if ternary (has $id $names) $usable (not (empty $.Values.settings.SOURCES)) }}{{ $_ := set $inUse $id $source }}{{ end }}
{{- end }}
{{- toYaml $inUse }}
{{- end }}

{{/* Whether the samples of the sandbox are a source in use: true or nothing. */}}
{{- define "earshot.hasSamples" -}}
{{- range $_, $source := include "earshot.sources" . | fromYaml }}
{{- if $source.sample }}true{{ end }}
{{- end }}
{{- end }}

{{/* The sources in use that are read from their own sites, separated by commas; or nothing. */}}
{{- define "earshot.connectedSources" -}}
{{- $connected := list }}
{{- range $id, $source := include "earshot.sources" . | fromYaml }}
{{- if not $source.sample }}{{ $connected = append $connected $id }}{{ end }}
{{- end }}
{{- join "," $connected }}
{{- end }}

{{/* The services that are installed, each entry over the defaults, as YAML; none has pods during maintenance. */}}
{{- define "earshot.services" -}}
{{- $services := dict -}}
{{- range $name, $own := .Values.services -}}
{{- $service := mergeOverwrite (deepCopy $.Values.serviceDefaults) (deepCopy $own) -}}
{{- if $.Values.maintenance }}{{ $_ := set $service "replicas" 0 }}{{ $_ := set $service.scaling "mode" "none" }}{{ end -}}
{{- if $service.enabled }}{{ $_ := set $services $name $service }}{{ end -}}
{{- end -}}
{{ toYaml $services }}
{{- end }}

{{/* `name=http://host:port` of every service. */}}
{{- define "earshot.serviceUrls" -}}
{{- $urls := list -}}
{{- range $name, $service := include "earshot.services" . | fromYaml -}}
{{- $urls = append $urls (printf "%s=http://%s:%v" $name (include "earshot.name" (list $ $name)) $service.port) -}}
{{- end -}}
{{ join "," $urls }}
{{- end }}

{{/* The key of a variable in the secret; that of one user where each has its own. Takes [root, user, name]. */}}
{{- define "earshot.secretKey" -}}
{{- $stores := dict "KAFKA_USERNAME" "kafka" "KAFKA_PASSWORD" "kafka" "MONGODB_URL" "mongodb" "REDIS_URL" "redis" -}}
{{- if has (index $stores (index . 2) | default "") (index . 0).Values.stores.users }}{{ index . 1 }}.{{ end }}{{ index . 2 }}
{{- end }}

{{/* The environment variable of a secret: from the values where they have it, else from the secret. Takes [root, user, name, value, needed]. */}}
{{- define "earshot.secretVariable" -}}
{{- $root := index . 0 }}
{{- $name := index . 2 }}
{{- $key := include "earshot.secretKey" (list $root (index . 1) $name) }}
- name: {{ $name }}
{{- if and (index . 3) (eq $key $name) }}
  value: {{ index . 3 | quote }}
{{- else }}
  valueFrom:
    secretKeyRef:
      name: {{ include "earshot.secretName" $root }}
      key: {{ $key }}
      optional: {{ and (not (index . 4)) (eq $key $name) }}
{{- end }}
{{- end }}

{{/* The settings that all services share, as YAML. */}}
{{- define "earshot.settings" -}}
{{- $settings := dict
  "HOST" "0.0.0.0"
  "METRICS_PORT" "9090"
  "STOP_LINGER_MS" "6000"
  "KAFKA_BROKERS" .Values.kafka.brokers
  "SERVICE_URLS" (include "earshot.serviceUrls" .)
  "SERVICE_PUBLIC_KEYS_FILE" "/keys/public.json"
  "SECURITY_LOG_KEY_FILE" "/keys/security-log.key"
  "EARSHOT_URL" (.Values.url | default "http://localhost:8080")
  "MAIL_FROM" .Values.mail.from -}}
{{- if .Values.stores.ca }}{{ $_ := set $settings "STORES_CA_FILE" "/keys/stores-ca.pem" }}{{ end }}
{{- range $name, $value := merge $settings .Values.settings }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* The environment of one service beside the shared settings, as a list. Takes [root, name, service]. */}}
{{- define "earshot.environment" -}}
{{- $root := index . 0 }}
{{- $name := index . 1 }}
{{- $service := index . 2 }}
{{- $secrets := $root.Files.Get "files/secrets.yaml" | fromYaml }}
- name: PORT
  value: {{ $service.port | quote }}
- name: SERVICE_KEY_FILE
  value: /keys/{{ $name }}.pem
{{- if has $name $secrets.sealingKeys }}
- name: SEALING_KEYS_FILE
  value: /keys/sealing.json
{{- end }}
{{- $known := include "earshot.knownAddresses" $root | fromYaml }}
{{- range $secret, $readers := $secrets.environment }}
{{- if has $name $readers }}
{{ include "earshot.secretVariable" (list $root $name $secret (index $known $secret) (hasKey $known $secret)) }}
{{- end }}
{{- end }}
{{- range $setting, $value := merge (deepCopy $service.env) (include "earshot.derivedSettings" (list $root $name $service) | fromYaml) }}
- name: {{ $setting }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* Addresses that every installation needs: from the values, or empty where only the secret has them. */}}
{{- define "earshot.knownAddresses" -}}
MONGODB_URL: {{ .Values.mongodb.url | quote }}
REDIS_URL: {{ .Values.redis.url | quote }}
SMTP_URL: {{ if .Values.mail.sandbox }}smtp://{{ include "earshot.name" (list . "sandbox") }}:2525{{ else }}{{ .Values.mail.url | quote }}{{ end }}
{{- end }}

{{/* Settings of one service that follow from other values; its own `env` stands above them. Takes [root, name, service]. */}}
{{- define "earshot.derivedSettings" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- if and (eq $name "gateway") (or $root.Values.ingress.enabled $root.Values.httpRoute.enabled) }}
# The ingress controller sets X-Forwarded-For to the client's address.
TRUSTED_PROXIES: '1'
{{- end }}
{{- if eq $name "sandbox" }}
{{- if $root.Values.mail.sandbox }}
SANDBOX_SMTP_PORT: '2525'
{{- end }}
{{- if (index . 2).volume.size }}
SANDBOX_DATA: /data
{{- end }}
{{- end }}
{{- end }}
