{{/* Fails with words where a service's scaling contradicts itself. Takes [root, name, the service over the defaults]. */}}
{{- define "earshot.checkScaling" -}}
{{- $name := index . 1 -}}
{{- $service := index . 2 -}}
{{- $scaling := $service.scaling -}}
{{- $own := index (index . 0).Values.services $name -}}
{{- if ne $scaling.mode "none" -}}
{{- if not (kindIs "invalid" $own.replicas) -}}
{{- fail (printf "services.%s: replicas and scaling.mode %s exclude each other; leave replicas out, or set scaling.mode to none" $name $scaling.mode) -}}
{{- end -}}
{{- if eq $name "sandbox" -}}
{{- fail "services.sandbox: it keeps its posts itself, so there is one of it; set services.sandbox.scaling.mode to none" -}}
{{- end -}}
{{- if gt (int $scaling.min) (int $scaling.max) -}}
{{- fail (printf "services.%s.scaling: min is %v and max %v; min must not be above max" $name $scaling.min $scaling.max) -}}
{{- end -}}
{{- end -}}
{{- if and (eq $scaling.mode "hpa") (not (dig "requests" "cpu" "" $service.resources)) -}}
{{- fail (printf "services.%s: scaling.mode hpa needs resources.requests.cpu, of which scaling.cpu is a percentage" $name) -}}
{{- end -}}
{{- if and (eq $scaling.mode "keda") (not $scaling.topic) -}}
{{- fail (printf "services.%s: scaling.mode keda is for the scan worker, whose tasks wait in Kafka; use hpa" $name) -}}
{{- end -}}
{{- end }}

{{/* Where KEDA finds Kafka: as the values say, else our own brokers with the namespace, as KEDA asks from another one. */}}
{{- define "earshot.kedaBrokers" -}}
{{- $brokers := list -}}
{{- range $broker := splitList "," (.Values.keda.brokers | default .Values.kafka.brokers) -}}
{{- $parts := splitList ":" (trim $broker) -}}
{{- $host := first $parts -}}
{{- $full := ternary $host (printf "%s.%s.svc" $host $.Release.Namespace) (contains "." $host) -}}
{{- $brokers = append $brokers (join ":" (prepend (rest $parts) $full)) -}}
{{- end -}}
{{ join "," $brokers }}
{{- end }}

{{/*
What KEDA asks Kafka. Takes [root, service, its scaling].
- A group without offsets begins at the oldest record, so all of them count.
- A partition is worked on by one pod, so pods beyond the partitions that have work would idle.
- A long task keeps its partition's offset where it is, which KEDA would take for a lag that no pod can mend.
- KEDA's own default for the protocol's version is older than what Kafka 4 speaks.
*/}}
{{- define "earshot.kafkaTrigger" -}}
{{- $root := index . 0 -}}
{{- $scaling := index . 2 -}}
{{- $prefix := ternary (printf "%v." $root.Values.settings.EARSHOT_NAMESPACE) "" (not (empty $root.Values.settings.EARSHOT_NAMESPACE)) -}}
{{- $asked := dict
  "bootstrapServers" (include "earshot.kedaBrokers" $root)
  "consumerGroup" (printf "%s%s.%s" $prefix (index . 1) $scaling.topic)
  "topic" (printf "%s%s" $prefix $scaling.topic)
  "lagThreshold" (toString $scaling.lagThreshold)
  "version" "2.8.0"
  "offsetResetPolicy" "earliest"
  "allowIdleConsumers" "false"
  "limitToPartitionsWithLag" "true"
  "excludePersistentLag" "false" -}}
{{ toYaml (merge (dict) $root.Values.keda.trigger $asked) }}
{{- end }}
