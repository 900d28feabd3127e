import type { Known } from "../dependencies.ts";

/** By group or plugin id: which of a group's artifacts is used says little more. */
export const JVM_FRAMEWORKS: readonly Known[] = [
  ["Spring Boot", "org.springframework.boot"],
  ["Spring Cloud", "org.springframework.cloud"],
  ["Spring Cloud Alibaba", "com.alibaba.cloud"],
  ["Spring Framework", "org.springframework"],
  ["Quarkus", "io.quarkus", "io.quarkus.platform"],
  ["Micronaut", "io.micronaut", "io.micronaut.application"],
  ["Ktor", "io.ktor", "io.ktor.plugin"],
  ["Vert.x", "io.vertx"],
  ["Dropwizard", "io.dropwizard"],
  [
    "Android Gradle plugin",
    "com.android.application",
    "com.android.library",
    "com.android.tools.build",
  ],
  ["Compose Multiplatform", "org.jetbrains.compose"],
  ["Jetpack Compose", "androidx.compose"],
  ["Dubbo", "org.apache.dubbo"],
  ["gRPC", "io.grpc"],
  ["Netty", "io.netty"],
  ["MyBatis-Plus", "com.baomidou"],
  ["MyBatis Spring Boot", "org.mybatis.spring.boot"],
  ["MyBatis", "org.mybatis"],
  ["Hibernate", "org.hibernate.orm", "org.hibernate"],
  ["Okio", "com.squareup.okio"],
];

export const JVM_TOOLS: readonly Known[] = [
  ["JUnit", "org.junit.jupiter", "org.junit", "junit"],
  ["Kotest", "io.kotest"],
  ["Spock", "org.spockframework"],
  ["Mockito", "org.mockito"],
  ["Testcontainers", "org.testcontainers"],
  ["Spotless", "com.diffplug.spotless", "com.diffplug.gradle.spotless"],
  ["ktlint", "org.jlleitschuh.gradle.ktlint", "org.jmailen.kotlinter"],
  ["detekt", "io.gitlab.arturbosch.detekt", "dev.detekt"],
  ["Checkstyle", "checkstyle", "maven-checkstyle-plugin"],
  ["PMD", "pmd", "maven-pmd-plugin"],
  ["SpotBugs", "com.github.spotbugs"],
  ["Error Prone", "net.ltgt.errorprone"],
  ["GraalVM native build tools", "org.graalvm.buildtools", "org.graalvm.buildtools.native"],
];
