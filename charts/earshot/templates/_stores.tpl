{{/* The name of a user in the stores. Takes [root, user]. */}}
{{- define "earshot.storeUser" -}}
{{ (index . 0).Values.settings.EARSHOT_NAMESPACE | default "earshot" }}-{{ index . 1 }}
{{- end }}

{{/* The environment of an operators' command, which signs in as the user `operations` where users exist; the administrator's, for store-users. Takes [root, command, servers]. */}}
{{- define "earshot.commandEnvironment" -}}
{{- $root := index . 0 }}
{{- $isAdministrator := eq (index . 1) "store-users" }}
{{- if has "kafka" (index . 2) }}
- name: KAFKA_BROKERS
  value: {{ $root.Values.kafka.brokers | quote }}
{{- range $name := list "KAFKA_SECURITY_PROTOCOL" "KAFKA_SASL_MECHANISM" }}
{{- with index $root.Values.settings $name }}
- name: {{ $name }}
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- if not $isAdministrator }}
{{- include "earshot.secretVariable" (list $root "operations" "KAFKA_USERNAME" "" false) }}
{{- include "earshot.secretVariable" (list $root "operations" "KAFKA_PASSWORD" "" false) }}
{{- end }}
{{- end }}
{{- if and (has "mongodb" (index . 2)) (not $isAdministrator) }}
{{- include "earshot.secretVariable" (list $root "operations" "MONGODB_URL" $root.Values.mongodb.url true) }}
{{- end }}
{{- if $isAdministrator }}
{{- range $name := list "KAFKA_USERNAME" "KAFKA_PASSWORD" "MONGODB_URL" }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $root.Values.stores.serversSecret }}, key: {{ $name }}, optional: false }
{{- end }}
{{- end }}
{{- if or $root.Values.stores.ca $isAdministrator }}
- name: STORES_CA_FILE
  value: /keys/stores-ca.pem
{{- end }}
{{- with $root.Values.settings.EARSHOT_NAMESPACE }}
- name: EARSHOT_NAMESPACE
  value: {{ . | quote }}
{{- end }}
{{- end }}

{{/* A private key as Kafka reads it: PKCS #8, where genPrivateKey writes SEC 1. The bytes put before it name the curve P-256. */}}
{{- define "earshot.pkcs8" -}}
{{- $body := regexReplaceAll "-----[A-Z ]+-----" . "" | nospace | b64dec -}}
-----BEGIN PRIVATE KEY-----
{{ printf "%s%s" (b64dec "MIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHk=") $body | b64enc }}
-----END PRIVATE KEY-----
{{ end }}

{{/* The users of one service in the secret of its keys, as stringData. Takes [root, user, facts of files/store-users.yaml, password]. */}}
{{- define "earshot.userSecrets" -}}
{{- $root := index . 0 }}
{{- $facts := index . 2 }}
{{- $password := index . 3 }}
{{- $user := include "earshot.storeUser" (list $root (index . 1)) }}
{{- $signedIn := printf "://%s:%s@" $user $password }}
{{ index . 1 }}.KAFKA_USERNAME: {{ $user | quote }}
{{ index . 1 }}.KAFKA_PASSWORD: {{ $password | quote }}
{{- if $facts.mongodb }}
{{ index . 1 }}.MONGODB_URL: {{ $root.Values.mongodb.url | replace "://" $signedIn | quote }}
{{- end }}
{{- if $facts.redis }}
{{ index . 1 }}.REDIS_URL: {{ $root.Values.redis.url | replace "://" $signedIn | quote }}
{{- end }}
{{- end }}

{{/* The secret of the servers in k8s/overlays/trial, as stringData. Takes [root, kept data, passwords by user, certificates]. */}}
{{- define "earshot.serversSecrets" -}}
{{- $root := index . 0 }}
{{- $kept := index . 1 }}
{{- $passwords := index . 2 }}
{{- $kafka := index $kept "KAFKA_PASSWORD" | default "" | b64dec | default (randAlphaNum 32) }}
{{- $mongodb := index $kept "mongodb-password" | default "" | b64dec | default (randAlphaNum 32) }}
{{- range $file, $text := index . 3 }}
{{ $file }}: {{ $text | quote }}
{{- end }}
users.json: {{ $passwords | toJson | quote }}
KAFKA_USERNAME: admin
KAFKA_PASSWORD: {{ $kafka | quote }}
mongodb-password: {{ $mongodb | quote }}
MONGODB_URL: {{ $root.Values.mongodb.url | replace "://" (printf "://earshot:%s@" $mongodb) | quote }}
kafka-jaas.conf: |
  KafkaServer {
    org.apache.kafka.common.security.plain.PlainLoginModule required
    username="admin"
    password={{ $kafka | quote }}
    "user_admin"={{ $kafka | quote }}
    {{- range $owner, $password := $passwords }}
    "user_{{ include "earshot.storeUser" (list $root $owner) }}"={{ $password | quote }}
    {{- end }};
  };
redis-users.acl: |
  user default off
  {{- range $owner, $facts := $root.Files.Get "files/store-users.yaml" | fromYaml }}
  {{- if $facts.redis }}
  user {{ include "earshot.storeUser" (list $root $owner) }} on #{{ index $passwords $owner | sha256sum }} {{ $facts.redis | replace "NAMESPACE" ($root.Values.settings.EARSHOT_NAMESPACE | default "earshot") }}
  {{- end }}
  {{- end }}
{{- end }}

{{/* New certificates of the servers, by file, as YAML. The authority's key is not kept: it signs no other certificate. */}}
{{- define "earshot.certificates" -}}
{{- $days := 3650 }}
{{- $authority := genCAWithKey "earshot stores" $days (genPrivateKey "ecdsa") }}
{{- $files := dict "ca.pem" $authority.Cert }}
{{- range $server := list "kafka" "mongo" "redis" }}
{{- $key := genPrivateKey "ecdsa" }}
{{- $names := list $server (printf "%s.%s.svc" $server $.Release.Namespace) (printf "%s-0.%s.%s.svc" $server $server $.Release.Namespace) }}
{{- $certificate := (genSignedCertWithKey $server nil $names $days $authority $key).Cert }}
{{- $_ := set $files (printf "%s.pem" $server) (print (ternary (include "earshot.pkcs8" $key) $key (eq $server "kafka")) $certificate) }}
{{- end }}
{{- toYaml $files }}
{{- end }}
